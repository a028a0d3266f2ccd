import { type Db, retentionPausedSince } from '../../../platform/index.ts'
import type { Subscriptions } from './subscriptions.ts'

/**
 * Completes fixed subscriptions whose cancelled period has ended, unless the clock may be wrong; metered ones are completed
 * with their last bill.
 */
export const completeEnded = async (db: Db, subscriptions: Subscriptions): Promise<{ completed: number }> => {
  if (await retentionPausedSince(db, 0)) return { completed: 0 }
  const ended = await db.query<{ id: string }>(
    `select s.id from subscriptions s join plan_versions v on v.id = s.plan_version_id
     where s.status = 'cancelled' and s.ends_at <= now() and v.meters is null order by s.id`,
  )
  let completed = 0
  for (const { id } of ended)
    completed += await db.transaction(async (tx) => {
      const locked = await subscriptions.tryLock(tx, id)
      const { status, ends_at: at } = locked?.subscription ?? {}
      if (!locked || status !== 'cancelled' || !at || at > locked.now) return 0
      await subscriptions.apply(tx, id, { type: 'completed', at })
      return 1
    })
  return { completed }
}
