import t from 'tap'
import type { Actor } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { meteredUser, sellUsage } from '../../../../tests/support/metered-plan.ts'

const app = await testApp(t)
const { db, jobs, settings } = app.coffer.platform
await jobs.stop()
await sellUsage(await newAdmin(app))
await settings.set({ subscription_type: 'metered' })

const running = async ({ id }: Actor) => {
  const rows = await db.query<{ of: string }>(
    `select 'subscription' as of from subscriptions where user_id = $1 and status in ('active', 'cancelled')
     union all select 'meter' from usage_meters where user_id = $1 order by 1`,
    [id],
  )
  return rows.map(({ of }) => of)
}
const beginDeletion = ({ id }: Actor) =>
  db.query("update users set deletion_at = now() - interval '1 s' where id = $1", [id])
const exists = async ({ id }: Actor) => (await db.query('select 1 from users where id = $1', [id])).length > 0

t.test('an account is not subscribed again while it is being deleted', async (t) => {
  const user = await meteredUser(app)
  t.strictSame(await running(user), ['meter', 'subscription'])
  let isDeleting = true
  // After the hooks of billing: the hourly job runs while the files are purged.
  app.coffer.users.beforeDeletion(async () => {
    if (isDeleting) t.strictSame(await jobs.runNow('apply-billing-engine'), { started: 0 })
  })
  await beginDeletion(user)
  t.strictSame(await jobs.runNow('delete-accounts'), { deleted: 1 })
  isDeleting = false
  t.strictSame(await running(user), [])
})

t.test('nor when the deletion begins at that moment', async (t) => {
  const user = await meteredUser(app)
  await db.query('delete from usage_meters where user_id = $1', [user.id])
  await db.query("update subscriptions set status = 'completed', ends_at = now() where user_id = $1", [user.id])
  const job = await db.transaction(async (tx) => {
    await tx.query("update users set status = 'suspended', deletion_at = now() where id = $1", [user.id])
    const starting = jobs.runNow('apply-billing-engine')
    await waitsForLock(db)
    return { starting }
  })
  t.strictSame(await job.starting, { started: 0 })
  t.strictSame(await running(user), [])
})

t.test('an account that is being billed is deleted afterwards, without a subscription', async (t) => {
  const user = await meteredUser(app)
  await beginDeletion(user)
  const job = await db.transaction(async (tx) => {
    await tx.query('select 1 from subscriptions where user_id = $1 for update', [user.id])
    const deleting = jobs.runNow('delete-accounts')
    await waitsForLock(db)
    return { deleting }
  })
  await job.deleting
  t.notOk(await exists(user))
  t.strictSame(await running(user), [])
})
