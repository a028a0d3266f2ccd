import type { Account } from '../../../users/index.ts'

export type StorageOwner = Pick<Account, 'id' | 'max_storage_bytes'>
type TeamOwner = Pick<Account, 'id' | 'max_team_members'>

/** Which limits of the account itself apply. */
export interface OwnLimits {
  storage: boolean
  members: boolean
}

/** What `billing_accounts` has of an account; null without a row of it. */
export interface Owing {
  blocked: boolean | null
  dunning_reason: string | null
  cap_reached: boolean | null
}

/** How an installation limits accounts. Null: no limit. */
export interface Engine {
  /** I18n key of why everything but deleting is denied; null when it is not. */
  blockOf(userId: string): Promise<string | null>
  /** The same of what was read already. */
  blockBy(owing: Owing): string | null
  /** In bytes, trash and open uploads included; in the order of the accounts. */
  storageLimits(accounts: readonly StorageOwner[]): Promise<(number | null)[]>
  /** The same of an account whose fixed plan ends. */
  storageLimitWithoutPlan(account: StorageOwner): Promise<number | null>
  /** People in team folders. */
  memberLimit(account: TeamOwner): Promise<number | null>
  ownLimits(userId: string): Promise<OwnLimits>
}
