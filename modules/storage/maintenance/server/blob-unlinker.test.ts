import t, { type Test } from 'tap'
import { poll } from '../../../../tests/support/poll.ts'
import { type TestStorage, testStorage } from '../../../../tests/support/storage.ts'

const job = 'unlink-blobs'

/** Storages of one database, and deleted blobs. Their files are unlinked when `open` was called. */
const setUp = async (t: Test, { processes = 1, deleted = 1_200 } = {}) => {
  const first = await testStorage(t)
  const storages: TestStorage[] = [first]
  while (storages.length < processes) storages.push(await testStorage(t, {}, first))
  const { db } = first.platform
  await db.query(`insert into blob_deletions (key) select md5(n::text) from generate_series(1, $1::int) as n`, [
    deleted,
  ])
  const opened = Promise.withResolvers<void>()
  t.teardown(() => opened.resolve())
  const unlinked = new Map<string, number>()
  for (const { platform } of storages)
    t.intercept(platform.blobs, 'unlink', {
      value: async (key: string) => {
        unlinked.set(key, (unlinked.get(key) ?? 0) + 1)
        await opened.promise
      },
    })
  const left = async () => (await db.query('select key from blob_deletions')).length
  return { ...first, db, storages, unlinked, left, open: () => opened.resolve() }
}

t.test('unlinking: each file once, however often and in how many processes it is asked for', async (t) => {
  const { storages, unlinked, left, open } = await setUp(t, { processes: 2 })
  const [mine, other] = storages.map(({ platform }) => platform.jobs)
  const first = mine?.runNow(job)
  await poll(() => unlinked.size > 1)
  await Promise.all([mine, mine, mine, other].map((jobs) => jobs?.runNow(job)))
  const all = storages[0]?.storage.api.garbageCollector.unlinkDeleted()
  open()
  await Promise.all([first, all])
  t.same(new Set(unlinked.values()), new Set([1]))
  t.equal(unlinked.size, 1_200)
  t.equal(await left(), 0)
})

t.test('unlinking: it occupies one place for usual jobs at most', async (t) => {
  const { platform, unlinked } = await setUp(t)
  const { jobs } = platform
  let ran = 0
  jobs.define('usual', async () => {
    ran += 1
  })
  jobs.start()
  for (let n = 0; n < 3; n++) await jobs.add(job)
  await poll(() => unlinked.size > 0)
  await jobs.add('usual')
  await poll(() => ran === 1)
  t.ok(unlinked.size < 100, 'it still waits for the first ones')
})

t.test('unlinking: a job leaves the rest to the next one after its time', async (t) => {
  const { platform, db, unlinked, left, open } = await setUp(t)
  const now = performance.now.bind(performance)
  open()
  t.intercept(performance, 'now', { value: () => now() + unlinked.size * 20 })
  await platform.jobs.runNow(job)
  t.ok(unlinked.size > 1 && unlinked.size < 200, `${unlinked.size} files`)
  t.equal(await left(), 1_200 - unlinked.size)
  t.match(await platform.jobs.queue.summary(), [{ name: job, waiting: 1 }])
  const waiting = await db.query<{ priority: number }>('select priority from jobs.jobs')
  t.same(waiting, [{ priority: 10 }], 'behind the jobs that somebody waits for')
})

t.test('unlinking: what was unlinked before a failure is not unlinked again', async (t) => {
  const { platform, storage, unlinked, left, open } = await setUp(t, { deleted: 20 })
  const { blobs, jobs } = platform
  open()
  let isAway = true
  const unlink = blobs.unlink.bind(blobs)
  t.intercept(blobs, 'unlink', {
    value: async (key: string) => {
      if (isAway && unlinked.size === 10) throw new Error('away')
      return unlink(key)
    },
  })
  await t.rejects(jobs.runNow(job), /away/)
  t.equal(await left(), 20 - unlinked.size)
  isAway = false
  await storage.api.garbageCollector.unlinkDeleted()
  t.same([...unlinked.values()], Array(20).fill(1))
})
