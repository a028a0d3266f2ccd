import t from 'tap'
import { asOperation, folderRefOf } from '../../../../tests/support/operations.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { rateLimits } from '../../server/rate-limits.ts'
import type { CompletedCopy } from './copy.ts'

const { platform, storage, person } = await testStorage(t)
const { blobs, db, limiter } = platform
const { copies, folders, operations, removals } = storage.api
const count = async () => (await db.query<{ n: number }>('select count(*)::int as n from items'))[0]?.n
const reserve = 1 << 30
const fill = (free: number) => {
  blobs.space = async () => ({ free, total: 100 * reserve, reserve })
}

t.test('R05: a full disk takes no folders and no copies, which no quota counts; deletions still work', async (t) => {
  const me = await person()
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 600, { parent: source })
  fill(reserve)
  const op = asOperation(await copies.copy(me, { items: [folderRefOf(source)] }, null))
  t.ok(await operations.step(op.id))
  fill(reserve - 1)
  const before = await count()
  const full = { code: 'disk-full', status: 507 }
  await t.rejects(copies.copy(me, { items: [folderRefOf(source)] }, null), full)
  await t.rejects(folders.create(me, { name: 'new' }), full)
  await t.rejects(folders.allowCreation(me), full)
  await operations.worker.work(op.id)
  t.match(await operations.find(me, op.id), { state: 'failed', error: 'disk-full', reserved_bytes: 0 })
  t.equal(await count(), before)
  t.ok(await removals.remove(me, { items: [folderRefOf(source)] }))
  fill(reserve)
  t.ok(await folders.create(me, { name: 'new' }))
})

t.test('copies of a day are limited by account: folders and empty files have no size', async (t) => {
  const [me, other] = [await person(), await person()]
  const source = await seedOneFolder(db, me.ownerId, 'source')
  await seedFolder(db, me.ownerId, 40, { parent: source, folders: 1 })
  const theirs = await seedOneFolder(db, other.ownerId, 'source')
  const { copiedItemsPerAccount: limit } = rateLimits
  await limiter.consume(limit, [me.ownerId], { by: limit.limit - 42 })
  const copy = (id: string) => copies.copy(me, { items: [folderRefOf(id)] }, null)
  await copy(source)
  await t.rejects(copy(source), { code: 'too-many-attempts' })
  t.equal((await db.query('select 1 from items where owner_id = $1', [me.ownerId])).length, 82)
  const single = await seedOneFolder(db, me.ownerId, 'single')
  t.equal(((await copy(single)) as CompletedCopy).items.length, 1, 'what is left')
  t.ok(await copies.copy(other, { items: [folderRefOf(theirs)] }, null), 'others copy on')
})
