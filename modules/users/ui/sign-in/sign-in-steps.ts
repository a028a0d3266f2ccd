import type { CallError } from '../../../web/ui.ts'

/** The account of an email known to this browser; all null otherwise, so that unknown emails look the same. */
export interface KnownAccount {
  name: string | null
  avatar: { xs: string; sm: string; md: string } | null
}

/** The steps of /sign-in, all on one route. */
export type SignInStep =
  /** `error`: the reason why the sign-in begins again. */
  | { name: 'email'; email: string; error?: CallError }
  | { name: 'password'; email: string; account: KnownAccount }
  | { name: 'two-factor'; email: string }
  | { name: 'unverified'; email: string }
