import t from 'tap'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { folderRefOf } from '../../../../tests/support/operations.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import { errorWithStatus } from '../../../../tests/support/storage.ts'
import { rateLimits } from '../../server/rate-limits.ts'
import { excludeFromRoot } from '../../tree/index.ts'
import { previewChanges, previewMs } from './preview-changes.ts'

const test = await testRestorePoints(t)
const { db, api, person, tree, moment, rewind, put, sound } = test
const nothing = { contents: 0, moved: 0, renamed: 0, restored: 0, trashed: 0, lost: 0, losses: [] }
const tooLarge = { code: 'preview-too-large', status: 422 }

t.test('rewind: of the root leaves folders that another module lists as they are', async (t) => {
  const me = await person()
  const { id: team } = await api.folders.create(me, { name: 'team' })
  await db.transaction((tx) => excludeFromRoot(tx, me.ownerId, team))
  await put(me, 'own.txt', 'old')
  await put(me, 'shared.txt', 'old', team)
  const at = await moment()
  await put(me, 'own.txt', 'new')
  await put(me, 'shared.txt', 'new', team)
  await api.folders.rename(me, team, { name: 'crew' })
  const { id: later } = await api.folders.create(me, { name: 'later' })
  await db.transaction((tx) => excludeFromRoot(tx, me.ownerId, later))
  const shared = await tree(me, team)
  t.same(await api.rewind.preview(me, 'all', at), { ...nothing, contents: 1 })
  await rewind(me, null, at)
  t.same(await tree(me, team), shared)
  t.same(
    (await tree(me)).filter((line) => line.endsWith('/')),
    ['crew/', 'later/'],
  )
  await sound(t)
})

t.test('rewind: a folder does not take in what contains it by now', async (t) => {
  const me = await person()
  const { id: work } = await api.folders.create(me, { name: 'work' })
  const { id: inner } = await api.folders.create(me, { name: 'inner', parent_id: work })
  const at = await moment()
  await api.moves.move(me, { items: [folderRefOf(inner)] }, null)
  await api.moves.move(me, { items: [folderRefOf(work)] }, inner)
  t.match(await api.rewind.preview(me, work, at), { moved: 0, lost: 1, losses: [{ id: inner, reason: 'moved-away' }] })
  await rewind(me, work, at)
  t.same(await tree(me), ['inner/', 'inner/work/'])
  await rewind(me, null, at)
  t.same(await tree(me), ['work/', 'work/inner/'])
  await sound(t)
})

t.test('rewind: folders that a merging restore has emptied are shown again, and can be used', async (t) => {
  const me = await person()
  const { id: outer } = await api.folders.create(me, { name: 'outer' })
  const { id: inner } = await api.folders.create(me, { name: 'inner', parent_id: outer })
  await api.folders.create(me, { name: 'innermost', parent_id: inner })
  await put(me, 'a.txt', 'a', inner)
  const [at, before] = [await moment(), await tree(me)]
  await api.trash.remove(me, { items: [folderRefOf(outer)] })
  const { id: newer } = await api.folders.create(me, { name: 'outer' })
  const { id: other } = await api.folders.create(me, { name: 'inner', parent_id: newer })
  await api.folders.create(me, { name: 'innermost', parent_id: other })
  await api.restore.restore(me, { items: [folderRefOf(outer)] }, { toHome: false, onConflict: 'merge' })
  const hidden = await db.query('select 1 from items where owner_id = $1 and merged_by is not null', [me.ownerId])
  t.equal(hidden.length, 3)
  await rewind(me, null, at)
  t.same(await tree(me), before)
  await api.moves.move(me, { items: [folderRefOf(inner)] }, null)
  t.same(
    (await tree(me)).map((line) => line.split('=')[0]),
    ['inner/', 'inner/a.txt', 'inner/innermost/', 'outer/'],
  )
  await sound(t)
})

t.test('rewind: a version that is being deleted is not taken', async (t) => {
  const me = await person()
  const id = await put(me, 'a.txt', 'old content')
  await api.copies.copy(me, { items: [{ id, type: 'file' }] }, null)
  const at = await moment()
  await put(me, 'a.txt', 'new')
  const changed = await tree(me)
  const [version] = await api.versions.list(me, id)
  let both: Promise<unknown> = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.query('select from usage where user_id = $1 for update', [me.ownerId])
    const removed = api.versions.remove(me, id, version?.id as string)
    await waitsForLock(db)
    both = Promise.all([removed, rewind(me, null, at)])
    await waitsForLock(db, 2)
  })
  await both
  t.same(await tree(me), changed)
  await sound(t)
})

t.test('rewind: previews and starts of an account are limited', async (t) => {
  const me = await person()
  const at = await moment()
  const { limit } = rateLimits.restorePointsPerAccount
  await test.platform.limiter.consume(rateLimits.restorePointsPerAccount, [me.ownerId], { by: limit - 1 })
  await api.rewind.preview(me, 'all', at)
  await t.rejects(api.rewind.preview(me, 'all', at), errorWithStatus(429))
  await t.rejects(api.rewind.start(me, 'all', at), errorWithStatus(429))
})

t.test('rewind: a preview that takes too long says so, and the restore itself works', async (t) => {
  const me = await person()
  const { id } = await api.folders.create(me, { name: 'then' })
  const at = await moment()
  await api.folders.rename(me, id, { name: 'now' })
  const preview = (ms: number) =>
    previewChanges({ db, operations: api.operations }, me, { folder: null, at }, performance.now() + ms).catch(
      (error: unknown) => error,
    )
  t.same(await preview(previewMs), { ...nothing, renamed: 1 })
  t.match(await preview(0), tooLarge)
  await db.transaction(async (tx) => {
    await tx.query('lock table item_history')
    t.match(await preview(100), tooLarge, 'one statement takes longer')
  })
  t.same(await db.query('select 1 from operations where owner_id = $1', [me.ownerId]), [])
  await rewind(me, null, at)
  t.same(await tree(me), ['then/'])
})

t.test('rewind: the time of a preview begins with its request, and an account does not take all places', async (t) => {
  const me = await person()
  const at = await moment()
  const preview = () => api.rewind.preview(me, 'all', at).catch((error: unknown) => error)
  let all: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.query('lock table operations')
    all = [preview(), preview(), preview()]
    t.match(await Promise.race(all), errorWithStatus(503))
  })
  await Promise.all(all)
  t.teardown(() => Reflect.deleteProperty(performance, 'now'))
  const late = preview()
  const now = performance.now.bind(performance)
  performance.now = () => now() + previewMs
  t.match(await late, tooLarge)
})
