import { randomUUID } from 'node:crypto'
import t from 'tap'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { insertRemoteBatch, markFinishedBatches, requeueUrls } from './repository.ts'

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
