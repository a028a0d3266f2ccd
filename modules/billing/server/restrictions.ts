import type { Platform } from '../../platform/index.ts'
import type { Restrictions as RestrictionsShape, StorageUse } from '../../users/contract.ts'
import type { Account, Users } from '../../users/index.ts'

/** The shape that the entitlements of storage require; `limit` in bytes, null: no limit. */
export interface EntitlementAnswer {
  allowed: boolean
  reason?: string
}
export interface UploadEntitlement extends EntitlementAnswer {
  limit: number | null
}

const gigabyte = 1_000_000_000
const allowed: EntitlementAnswer = { allowed: true }

/** I18n key of why an account is restricted, for the banner above its pages; null when it is not. In bytes. */
export const reasonOf = ({ used, limit }: { used: number; limit: number | null }): string | null =>
  limit !== null && used > limit ? 'billing:reason.over-limit' : null

/**
 * What an account may do (API.md §11); always evaluated for the owner. This is the default engine, for installations
 * without plans: only storage is limited. A full account is not restricted here: the reservation of an upload compares
 * with `limit` and fails with 423.
 */
export class Restrictions {
  private readonly settings: Platform['settings']
  private readonly users: Pick<Users, 'accounts'>
  constructor(settings: Platform['settings'], users: Pick<Users, 'accounts'>) {
    this.settings = settings
    this.users = users
  }

  async canUpload(ownerId: string): Promise<UploadEntitlement> {
    const account = await this.users.accounts.byId(ownerId)
    if (account?.status !== 'active') return { allowed: false, reason: 'billing:reason.suspended', limit: 0 }
    return { allowed: true, limit: await this.limitOf(account) }
  }

  async canDownload(_ownerId: string): Promise<EntitlementAnswer> {
    return allowed
  }

  /** Whether visitors may open the share links and file requests of this account. */
  async canVisitShared(owner: Pick<Account, 'status'>): Promise<EntitlementAnswer> {
    return owner.status === 'active' ? allowed : { allowed: false, reason: 'billing:reason.suspended' }
  }

  async canCreateFolder(_ownerId: string): Promise<EntitlementAnswer> {
    return allowed
  }

  async canCreateTeamFolder(_ownerId: string): Promise<EntitlementAnswer> {
    return allowed
  }

  /** `limit`: how many people the account may work with in team folders; only fixed plans have one (API.md §10.3). */
  async canInviteTeamMembers(_ownerId: string): Promise<EntitlementAnswer & { limit: number | null }> {
    const isFixed = (await this.settings.get('subscription_type')) === 'fixed'
    const limit = isFixed ? await this.settings.get('default_max_team_member') : -1
    return { allowed: true, limit: limit < 0 ? null : limit }
  }

  /** Bytes, trash and open uploads included; null: unlimited (limitation off, or a limit of 0). */
  async limitOf({ max_storage_bytes: own }: Pick<Account, 'max_storage_bytes'>): Promise<number | null> {
    if (!(await this.settings.get('storage_limitation'))) return null
    const limit = own ?? (await this.settings.get('default_max_storage_amount')) * gigabyte
    return limit > 0 ? limit : null
  }

  /** `meta.restrictions` of a user. The only reason here is a limit below the bytes already stored. */
  async summary(account: Account, used: number): Promise<RestrictionsShape> {
    const { capacity } = await this.storageOf(account, used)
    return {
      canUpload: capacity === null || used < capacity,
      canDownload: true,
      canCreateFolder: true,
      canCreateTeamFolder: true,
      canInviteTeamMembers: true,
      reason: reasonOf({ used, limit: capacity }),
    }
  }

  async storageOf(account: Pick<Account, 'max_storage_bytes'>, used: number): Promise<StorageUse> {
    const capacity = await this.limitOf(account)
    const percentage = capacity === null ? 0 : Math.round((used * 10_000) / capacity) / 100
    return { used, capacity, percentage }
  }
}
