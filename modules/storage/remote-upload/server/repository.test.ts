import { randomUUID } from 'node:crypto'
import t from 'tap'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { insertRemoteBatch, markFinishedBatches, requeueUrls } from './repository.ts'
import { leaseNextUrl } from './url-leases.ts'

t.test('a retry that commits while the last URL of its batch ends keeps the batch open', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const me = await person()
  const id = randomUUID()
  const urls = ['a', 'b'].map((name) => ({ id: randomUUID(), url: `https://example.org/${name}`, reason: null }))
  await db.transaction((tx) => insertRemoteBatch(tx, { id, scope: me, parentId: null }, urls))
  await db.query(
    `update remote_urls set status = case url when $1 then 'failed' else 'done' end,
       failure_reason = case url when $1 then 'interrupted' end`,
    [urls[0]?.url],
  )
  const mark = () => db.transaction((tx) => markFinishedBatches(tx, id))
  let marked: ReturnType<typeof mark> = Promise.resolve([])
  await db.transaction(async (tx) => {
    t.same(await requeueUrls(tx, me, id, null), [urls[0]?.id])
    marked = mark()
    await waitsForLock(db)
  })
  t.same(await marked, [])
  t.same(await db.query('select finished_at from remote_batches'), [{ finished_at: null }])
  await db.query(`update remote_urls set status = 'done'`)
  t.match(await mark(), [{ id, processed: 2, failed: 0 }])
  t.same(await mark(), [], 'it is returned once')
})

t.test('R19: a URL that a process leased while the clock was ahead, and left, is leased again', async (t) => {
  const { platform, person } = await testStorage(t)
  const { db } = platform
  const url = { id: randomUUID(), url: 'https://example.org/a', reason: null }
  const batch = { id: randomUUID(), scope: await person(), parentId: null }
  await db.transaction((tx) => insertRemoteBatch(tx, batch, [url]))
  const leased = async () => (await leaseNextUrl(db, []))?.id ?? null
  t.equal(await leased(), url.id)
  t.equal(await leased(), null)
  await db.query(`update remote_urls set lease_until = now() + interval '1 year'`)
  t.equal(await leased(), url.id)
  await db.query(`update remote_urls set lease_id = null, lease_until = now() + interval '1 hour'`)
  t.equal(await leased(), null, 'it waits for its next attempt')
})
