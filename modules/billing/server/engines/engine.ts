import type { Account } from '../../../users/index.ts'

export type StorageOwner = Pick<Account, 'id' | 'max_storage_bytes'>
type TeamOwner = Pick<Account, 'id' | 'max_team_members'>

/** Which of the account's own limits apply. */
export interface OwnLimits {
  storage: boolean
  members: boolean
}

/** Columns of `billing_accounts` that can block an account; all null where the account has no row. */
export interface AccountBlocks {
  blocked: boolean | null
  dunning_reason: string | null
  cap_reached: boolean | null
}

/** How an installation limits accounts. Null: no limit. */
export interface Engine {
  /** I18n key of the reason why everything except deleting is denied; null: nothing is denied. */
  blockOf(userId: string): Promise<string | null>
  /** `blockOf` of columns that were read already. */
  blockBy(owing: AccountBlocks): string | null
  /** Storage limits in bytes, trash and open uploads included; in the order of the accounts. */
  storageLimits(accounts: readonly StorageOwner[]): Promise<(number | null)[]>
  /** Storage limit in bytes of an account whose fixed plan ends. */
  storageLimitWithoutPlan(account: StorageOwner): Promise<number | null>
  /** Number of people in the account's team folders. */
  memberLimit(account: TeamOwner): Promise<number | null>
  ownLimits(userId: string): Promise<OwnLimits>
}
