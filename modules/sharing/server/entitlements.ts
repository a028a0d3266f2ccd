import type { Account } from '../../users/index.ts'

/** Permission of an account to share; billing implements it. */
export interface SharingEntitlements {
  /** Whether anonymous visitors may open links and requests of this account. */
  canVisitShared(owner: Account): Promise<{ allowed: boolean }>
}
