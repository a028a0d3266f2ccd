import type { Db, Platform } from '../../platform/index.ts'
import type { Restrictions, StorageUse } from '../../users/contract.ts'
import type { Account, AccountEntitlements, EntitlementAnswer, UploadEntitlement, Users } from '../../users/index.ts'
import { accountStanding } from './account-standing.ts'
import type { Engine, OwnLimits, StorageOwner } from './engines/engine.ts'

export type Engines = Record<'none' | 'fixed' | 'metered', Engine>

const answer = (reason: string | null): EntitlementAnswer =>
  reason === null ? { allowed: true } : { allowed: false, reason }
const suspended = 'billing:reason.suspended'

interface Deps {
  db: Db
  settings: Platform['settings']
  users: Pick<Users, 'accounts'>
}

/** I18n key of the reason why stored bytes restrict an account; null: they do not. */
const overLimit = (usedBytes: number, limitBytes: number | null): string | null =>
  limitBytes !== null && usedBytes > limitBytes ? 'billing:reason.over-limit' : null

/**
 * Entitlements of accounts, always evaluated for the owner, by the engine of the installation. A full account is not
 * restricted here: the reservation of an upload compares with `limit` and fails with 423.
 */
export class BillingEntitlements {
  private readonly db: Db
  private readonly settings: Platform['settings']
  private readonly users: Pick<Users, 'accounts'>
  private readonly engines: Engines
  constructor({ db, settings, users }: Deps, engines: Engines) {
    this.db = db
    this.settings = settings
    this.users = users
    this.engines = engines
  }

  async canUpload(ownerId: string): Promise<UploadEntitlement> {
    const account = await this.users.accounts.byId(ownerId)
    if (account?.status !== 'active') return { allowed: false, reason: suspended, limit: 0 }
    const engine = await this.engine()
    const [blocked, [limit = null]] = await Promise.all([engine.blockOf(ownerId), engine.storageLimits([account])])
    return { ...answer(blocked), limit }
  }

  /** All entitlements of an account in one call, for pages. */
  async ofAccount(ownerId: string): Promise<AccountEntitlements> {
    const engine = await this.engine()
    const [account, blocked] = await Promise.all([this.users.accounts.byId(ownerId), engine.blockOf(ownerId)])
    const active = account?.status === 'active' ? account : null
    const [limit = null] = active ? await engine.storageLimits([active]) : [0]
    const allowed = blocked === null
    return {
      canUpload: allowed && active !== null,
      canDownload: allowed,
      canCreateFolder: allowed,
      canCreateTeamFolder: allowed,
      limit,
    }
  }

  async canDownload(ownerId: string): Promise<EntitlementAnswer> {
    return answer(await (await this.engine()).blockOf(ownerId))
  }

  /** Whether visitors may open the share links and file requests of this account. */
  async canVisitShared(owner: Pick<Account, 'id' | 'status'>): Promise<EntitlementAnswer> {
    return owner.status === 'active' ? this.canDownload(owner.id) : answer(suspended)
  }

  canCreateFolder(ownerId: string): Promise<EntitlementAnswer> {
    return this.canDownload(ownerId)
  }

  async billsDownloads(): Promise<boolean> {
    return (await this.settings.get('subscription_type')) === 'metered'
  }

  canCreateTeamFolder(ownerId: string): Promise<EntitlementAnswer> {
    return this.canDownload(ownerId)
  }

  /** `limit`: how many people the account may work with in team folders; only fixed plans have one. */
  async canInviteTeamMembers(ownerId: string): Promise<EntitlementAnswer & { limit: number | null }> {
    const account = await this.users.accounts.byId(ownerId)
    const limit = account ? await (await this.engine()).memberLimit(account) : 0
    return { ...(await this.canDownload(ownerId)), limit }
  }

  /** Storage of an account whose fixed plan ends, in bytes; null: no limit. */
  async limitWithoutPlan(account: StorageOwner): Promise<number | null> {
    return (await this.engine()).storageLimitWithoutPlan(account)
  }

  /** Which of the limits that administrators set for this account have an effect: a plan has limits of its own. */
  async ownLimits(userId: string): Promise<OwnLimits> {
    return (await this.engine()).ownLimits(userId)
  }

  /** `meta.restrictions` of a user. The reason is a block, or a limit below the bytes already stored. */
  async summary(account: Account, usedBytes: number): Promise<Restrictions> {
    const engine = await this.engine()
    const [blocked, { capacity }] = await Promise.all([engine.blockOf(account.id), this.storageOf(account, usedBytes)])
    const allowed = blocked === null
    return {
      canUpload: allowed && (capacity === null || usedBytes < capacity),
      canDownload: allowed,
      canCreateFolder: allowed,
      canCreateTeamFolder: allowed,
      canInviteTeamMembers: allowed,
      reason: blocked ?? overLimit(usedBytes, capacity),
    }
  }

  /**
   * I18n keys of the reason why an account with this usage in bytes is restricted, and of a payment that is due although
   * nothing is denied yet; null: none. `isBilled`: whichever engine there is now.
   */
  async standingOf(
    userId: string,
    { used, limit }: { used: number; limit: number | null },
  ): Promise<{ restriction: string | null; notice: string | null; isBilled: boolean }> {
    const [engine, { owing, notice, isBilled }] = await Promise.all([this.engine(), accountStanding(this.db, userId)])
    return { restriction: engine.blockBy(owing) ?? overLimit(used, limit), notice, isBilled }
  }

  async storageOf(account: StorageOwner, usedBytes: number): Promise<StorageUse> {
    return (await this.storageOfAll([{ ...account, used_bytes: usedBytes }]))[0] as StorageUse
  }

  /** Storage of accounts, in their order. */
  async storageOfAll(accounts: readonly (StorageOwner & { used_bytes: number })[]): Promise<StorageUse[]> {
    const limits = await (await this.engine()).storageLimits(accounts)
    return accounts.map(({ used_bytes: used }, index) => {
      const capacity = limits[index] ?? null
      return { used, capacity, percentage: capacity === null ? 0 : Math.round((used * 10_000) / capacity) / 100 }
    })
  }

  private async engine(): Promise<Engine> {
    return this.engines[await this.settings.get('subscription_type')]
  }
}
