import type { ShareLookup } from './share-access.ts'

/** Factors that a visitor must provide to unlock the link. */
export const requiredFactors = ({ share }: ShareLookup): ('password' | 'code')[] => [
  ...(share.password_hash ? (['password'] as const) : []),
  ...(share.require_email_code ? (['code'] as const) : []),
]
