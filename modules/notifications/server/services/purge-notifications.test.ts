import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { limitDeletes } from '../../../../tests/support/limit-deletes.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { oldNotifications } from './purge-notifications.ts'

t.test('purge-notifications: deletes in batches, and reads no unread ones that are younger', async (t) => {
  const app = await testApp(t)
  const { db, jobs } = app.coffer.platform
  const ann = await signUp(app)
  await db.query(
    `insert into notifications (user_id, category, template, created_at, read_at)
     select $1, 'gift', 'remoteUploadDone', now() - make_interval(days => days), case when read then now() - interval '91 days' end
     from (values (400, false, 1100), (200, false, 1000), (100, true, 1100)) as n (days, read, count), generate_series(1, count)`,
    [ann.id],
  )
  await db.query('analyze notifications')
  for (const { condition, time } of oldNotifications) {
    const plan = await planOf(db, `select 1 from notifications where ${condition} order by ${time} limit 1000`)
    t.match(plan, new RegExp(`Index.* Cond: .${time} <`))
    t.notMatch(plan, /Seq Scan|Filter: .*created_at/)
  }
  t.teardown(await limitDeletes(db, 'notifications'))
  t.match(await jobs.runNow('purge-notifications'), { removed: 2_200 })
  t.same(await db.query('select count(*)::int as n from notifications'), [{ n: 1_000 }])
})
