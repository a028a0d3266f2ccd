import t from 'tap'
import { planOf } from '../../../../../tests/support/plans.ts'
import { seedUser, settle } from '../../../../../tests/support/seed.ts'
import { testStorage } from '../../../../../tests/support/storage.ts'
import { trafficDays } from '../../contract.ts'
import { allTrafficSql, installationTraffic } from './storage-usage.ts'
import { TrafficTotals } from './traffic-totals.ts'

const addTraffic = `insert into traffic (user_id, day, uploaded_bytes, downloaded_bytes)
  select id, (now() at time zone 'utc')::date - n, 10, 1 from unnest($1::uuid[]) as u (id), unnest($2::int[]) as n`

t.test('traffic of all accounts: ended days are summed up once, days without a total are read', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const users = [(await person()).ownerId, (await person()).ownerId]
  await db.query(addTraffic, [users, [0, 3, 5, 60]])
  const before = await installationTraffic(db)
  t.equal(before.upload, 60)
  await storage.api.trafficTotals.run()
  t.same(await installationTraffic(db), before, 'a total says what its rows say')
  const [first, last] = await db.query<{ ago: number; bytes: number }>(
    `(select (now() at time zone 'utc')::date - day as ago, uploaded_bytes as bytes from traffic_totals order by day limit 1)
     union all select (now() at time zone 'utc')::date - max(day), null from traffic_totals`,
  )
  t.match(first, { ago: 60, bytes: 20 })
  t.ok([1, 2].includes(last?.ago ?? 0), 'today is not summed up, and yesterday only when it has ended for an hour')

  await db.query('update traffic set uploaded_bytes = 1000')
  await storage.api.trafficTotals.run()
  t.equal((await installationTraffic(db)).upload, 2_000 + 40, 'an ended day is not read again')
  await db.query('delete from users where id = any($1)', [users])
  t.equal((await installationTraffic(db)).upload, 40, 'the history of a deleted account stays in the totals')
})

t.test('R19: traffic of days that were closed while the clock was ahead is counted', async (t) => {
  const { platform, storage, person } = await testStorage(t)
  const { db } = platform
  const { ownerId } = await person()
  await db.query(addTraffic, [[ownerId], [3]])
  await storage.api.trafficTotals.run()
  await db.query(
    `insert into traffic_totals select max(day) + n, 0, 0 from traffic_totals, generate_series(1, 4) n group by n`,
  )
  await db.query(addTraffic, [[ownerId], [0]])
  await storage.api.trafficTotals.run()
  t.equal((await installationTraffic(db)).upload, 20)
  await db.query('update traffic set uploaded_bytes = 15')
  await storage.api.trafficTotals.run()
  t.equal((await installationTraffic(db)).upload, 25, 'of today too')
  await db.query('delete from traffic')
  await storage.api.trafficTotals.run()
  t.equal((await installationTraffic(db)).upload, 25, 'and never less')
})

t.test('traffic of all accounts: rows are deleted after 90 days, but not before they are billed', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db, jobs } = platform
  const { ownerId } = await person()
  await db.query(addTraffic, [[ownerId], [0, 89, 90, 91, 100, 120]])
  const left = async (neededFrom: number | null): Promise<number[]> => {
    const [day] = await db.query<{ day: string | null }>(
      `select ((now() at time zone 'utc')::date - $1::int)::text as day`,
      [neededFrom],
    )
    const totals = new TrafficTotals(
      db,
      { define: () => undefined, inBatches: (batch) => jobs.inBatches(batch) },
      async () => day?.day ?? null,
    )
    await totals.run()
    const rows = await db.query<{ ago: number }>(
      `select (now() at time zone 'utc')::date - day as ago from traffic order by 1`,
    )
    return rows.map(({ ago }) => ago)
  }
  const clockChanged = (at: string) =>
    db.query(
      `insert into settings (name, value) values ('clock_changed_at', (${at})::text)
       on conflict (name) do update set value = excluded.value`,
    )
  await clockChanged('now()')
  t.same(await left(null), [0, 89, 90, 91, 100, 120], 'R19: nothing while the clock may be wrong')
  await clockChanged("now() - interval '3 days'")
  t.same(await left(110), [0, 89, 90, 91, 100])
  t.same(await left(null), [0, 89, 90])
})

t.test('plans: the dashboard reads totals, and by an index the rows of the days without one', async (t) => {
  const { platform } = await testStorage(t)
  const { db } = platform
  const users: string[] = []
  for (let n = 0; n < 20; n++) users.push(await seedUser(db))
  await db.query(addTraffic, [users, Array.from({ length: 2_000 }, (_, n) => n)])
  await db.query(`insert into traffic_totals select day, 0, 0 from traffic
    where day < (now() at time zone 'utc')::date group by day`)
  await settle(db)
  const plan = await planOf(db, allTrafficSql)
  t.match(plan, /One-Time Filter: \(c\.day IS NULL\)/)
  t.match(plan, /traffic_day_index/)
  t.notMatch(plan, /Seq Scan on traffic t/)
  const run = (
    await db.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off, timing off) ${allTrafficSql}`)
  ).map((row) => row['QUERY PLAN'])
  t.ok(
    run.some((line) => line.includes('traffic_day_index') && line.includes('loops=1')),
    `the rows of one of ${trafficDays} days are read\n${run.join('\n')}`,
  )
})
