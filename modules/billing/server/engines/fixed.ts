import type { Db, Platform } from '../../../platform/index.ts'
import { bytesOfGigabytes } from '../../../shared/contract.ts'
import type { Engine } from './engine.ts'
import { zeroAsUnlimited } from './none.ts'

interface PlanLimits {
  user_id: string
  max_storage_bytes: number | null
  max_team_members: number | null
}

/** Limits of current subscriptions to fixed plans, by account. Not cached: a change of plan applies to the next request. */
export const planLimits = async (db: Db, userIds: readonly string[]): Promise<Map<string, PlanLimits>> => {
  const rows = await db.query<PlanLimits>(
    `select s.user_id, v.max_storage_bytes, v.max_team_members
     from subscriptions s join plan_versions v on v.id = s.plan_version_id
     where s.user_id = any($1::uuid[]) and s.status in ('active', 'cancelled')
     and (s.ends_at is null or s.ends_at > now()) and v.meters is null`,
    [userIds],
    'billing.plan-limits',
  )
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Subscribers have the limits of their plan. Other accounts have their own limits, or else the installation's. */
export const fixedEngine = (db: Db, settings: Platform['settings']): Engine => ({
  blockOf: async () => null,
  blockBy: () => null,
  async storageLimits(accounts) {
    const [plans, free] = await Promise.all([
      planLimits(
        db,
        accounts.map(({ id }) => id),
      ),
      settings.get('default_max_storage_amount'),
    ])
    return accounts.map(({ id, max_storage_bytes: ownLimit }) => {
      const plan = plans.get(id)
      return plan ? plan.max_storage_bytes : zeroAsUnlimited(ownLimit ?? bytesOfGigabytes(free))
    })
  },
  storageLimitWithoutPlan: async ({ max_storage_bytes: ownLimit }) =>
    zeroAsUnlimited(ownLimit ?? bytesOfGigabytes(await settings.get('default_max_storage_amount'))),
  async memberLimit({ id, max_team_members: ownLimit }) {
    const plan = (await planLimits(db, [id])).get(id)
    if (plan) return plan.max_team_members
    const limit = ownLimit ?? (await settings.get('default_max_team_member'))
    return limit < 0 ? null : limit
  },
  async ownLimits(userId) {
    const isFree = !(await planLimits(db, [userId])).has(userId)
    return { storage: isFree, members: isFree }
  },
})
