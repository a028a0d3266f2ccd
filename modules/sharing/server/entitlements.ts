import type { Account } from '../../users/index.ts'

/** What sharing asks about an account; billing implements it. */
export interface SharingEntitlements {
  /** Whether anonymous visitors may open what this account has shared. */
  canVisitShared(owner: Account): Promise<{ allowed: boolean }>
}
