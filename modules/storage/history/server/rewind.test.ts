import t from 'tap'
import { finishOperation, folderRefOf } from '../../../../tests/support/operations.ts'
import { testRestorePoints } from '../../../../tests/support/restore-points.ts'
import { seedFolder, seedOneFolder } from '../../../../tests/support/seed.ts'
import { testStorage } from '../../../../tests/support/storage.ts'
import { overwriteFiles } from '../../../../tests/support/tree-contents.ts'

const test = await testRestorePoints(t)
const { db, api, person, tree, contents, moment, rewind, put, sound } = test
const file = (id: string) => ({ items: [{ id, type: 'file' }] })
const folder = (id: string) => ({ items: [folderRefOf(id)] })
const nothing = { contents: 0, moved: 0, renamed: 0, restored: 0, trashed: 0, lost: 0, losses: [] }

t.test(
  'rewind: 5,000 files overwritten, renamed, moved and deleted are as before; nothing after it is lost',
  async (t) => {
    const me = await person()
    const work = await seedOneFolder(db, me.ownerId, 'work')
    const inner = await seedOneFolder(db, me.ownerId, 'inner', work)
    await seedFolder(db, me.ownerId, 2_500, { parent: work, folders: 0.02 })
    await seedFolder(db, me.ownerId, 2_500, { parent: inner })
    const [at, before] = [await moment(), await tree(me, work)]

    const overwritten = [
      ...(await overwriteFiles(db, me.ownerId, work)),
      ...(await overwriteFiles(db, me.ownerId, inner)),
    ].length
    await db.query(`update items set name = name || '.locked' where parent_id = $1 and not is_folder`, [work])
    const moved = await db.query<{ id: string }>(
      'select id from items where parent_id = $1 and not is_folder limit 400',
      [inner],
    )
    await api.moves.move(me, { items: moved.map(({ id }) => ({ id, type: 'file' })) }, work)
    const elsewhere = await seedOneFolder(db, me.ownerId, 'elsewhere')
    const removed = await db.query<{ id: string }>('select id from items where parent_id = $1 limit 300', [inner])
    await api.trash.remove(me, { items: removed.map(({ id }) => ({ id, type: 'file' })) })
    await api.moves.move(me, folder(inner), elsewhere)
    await put(me, 'ransom.txt', 'pay', work)
    const known = await contents(me)

    const preview = await api.rewind.preview(me, work, at)
    t.match(preview, { contents: overwritten, restored: 300, trashed: 1, lost: 0, losses: [] })
    t.ok(preview.moved >= 401 && preview.renamed > 2_400, JSON.stringify(preview))
    const startedAt = performance.now()
    const id = await rewind(me, work, at)
    t.comment(`${Math.round(performance.now() - startedAt)} ms for ${JSON.stringify(preview)}`)
    t.strictSame(await tree(me, work), before)
    const left = await contents(me)
    t.same(
      [...known].filter((sha) => !left.has(sha)),
      [],
      'every content is a file or a version',
    )
    t.match((await api.operations.find(me, id)).state, 'done')
    t.same(await api.rewind.preview(me, work, at), nothing)
    await sound(t)
  },
)

t.test(
  'rewind: two files that have swapped their names, and a folder that has gone into its former child',
  async (t) => {
    const me = await person()
    const [a, b] = [await put(me, 'a.txt', 'of a'), await put(me, 'b.txt', 'of b')]
    const { id: outer } = await api.folders.create(me, { name: 'outer' })
    const { id: inner } = await api.folders.create(me, { name: 'inner', parent_id: outer })
    await put(me, 'deep.txt', 'deep', inner)
    const [at, before] = [await moment(), await tree(me)]
    await api.folders.rename(me, a, { name: 'c.txt' })
    await api.folders.rename(me, b, { name: 'a.txt' })
    await api.folders.rename(me, a, { name: 'b.txt' })
    await api.moves.move(me, folder(inner), null)
    await api.moves.move(me, folder(outer), inner)
    t.match(await api.rewind.preview(me, 'all', at), { ...nothing, moved: 2, renamed: 2 })
    await rewind(me, null, at)
    t.strictSame(await tree(me), before)
    await sound(t)
  },
)

t.test(
  'rewind: what came from elsewhere returns, new folders go to the trash without what was in the tree',
  async (t) => {
    const me = await person()
    const { id: work } = await api.folders.create(me, { name: 'work' })
    const { id: other } = await api.folders.create(me, { name: 'other' })
    const [inside, outside] = [await put(me, 'in.txt', 'in', work), await put(me, 'out.txt', 'out', other)]
    const [at, before, around] = [await moment(), await tree(me, work), await tree(me, other)]
    const { id: fresh } = await api.folders.create(me, { name: 'fresh', parent_id: work })
    await put(me, 'fresh.txt', 'fresh', fresh)
    await api.moves.move(me, file(inside), fresh)
    await api.moves.move(me, file(outside), fresh)
    t.same(await api.rewind.preview(me, work, at), { ...nothing, moved: 2, trashed: 1 })
    await rewind(me, work, at)
    t.strictSame(await tree(me, work), before)
    t.strictSame(await tree(me, other), around)
    const [trashed] = await db.query('select trashed_at is not null as trashed, child_count from items where id = $1', [
      fresh,
    ])
    t.same(trashed, { trashed: true, child_count: 1 })
    await sound(t)
  },
)

t.test('preview: names what cannot be restored; the rest is restored', async (t) => {
  const me = await person()
  const { id: work } = await api.folders.create(me, { name: 'work' })
  const { id: gone } = await api.folders.create(me, { name: 'gone', parent_id: work })
  const [kept, purged, fled] = [
    await put(me, 'kept.txt', 'one', work),
    await put(me, 'purged.txt', 'purged', work),
    await put(me, 'fled.txt', 'fled', gone),
  ]
  const lost = await put(me, 'lost.txt', 'one', work)
  const at = await moment()
  await api.moves.move(me, file(fled), work)
  for (const id of [purged, gone]) {
    await api.trash.remove(me, { items: [{ id, type: id === gone ? 'folder' : 'file' }], force_delete: true })
  }
  await put(me, 'kept.txt', 'two', work)
  await put(me, 'lost.txt', 'two', work)
  const [version] = await api.versions.list(me, lost)
  await api.versions.remove(me, lost, version?.id as string)
  const { losses, ...counts } = await api.rewind.preview(me, work, at)
  t.same(counts, { contents: 1, moved: 0, renamed: 0, restored: 0, trashed: 0, lost: 4 })
  t.same(losses.map(({ name, reason }) => `${name}: ${reason}`).sort(), [
    'fled.txt: folder-deleted',
    'gone: deleted',
    'lost.txt: version-deleted',
    'purged.txt: deleted',
  ])
  await rewind(me, work, at)
  t.same(
    (await tree(me, work)).map((line) => line.split('=')[0]),
    ['fled.txt', 'kept.txt', 'lost.txt'],
  )
  t.equal((await api.versions.list(me, kept)).length, 1)
  await sound(t)
})

t.test('undo: returns to the moment before, except what was changed since', async (t) => {
  const me = await person()
  const { id: work } = await api.folders.create(me, { name: 'work' })
  const [one, two, three] = [
    await put(me, 'one.txt', 'old', work),
    await put(me, 'two.txt', 'two', work),
    await put(me, 'three.txt', 'three', work),
  ]
  const at = await moment()
  await put(me, 'one.txt', 'new', work)
  await api.folders.rename(me, two, { name: 'renamed.txt' })
  await api.trash.remove(me, file(three))
  await put(me, 'late.txt', 'late', work)
  const changed = await tree(me, work)
  await moment()
  const id = await rewind(me, work, at)
  await moment()
  await api.folders.rename(me, two, { name: 'meanwhile.txt' })
  await put(me, 'later.txt', 'later', work)
  const undo = await api.operations.undo(me, id)
  await finishOperation(api.operations, undo.id)
  t.match(await api.operations.find(me, undo.id), { state: 'done', total: 3 })
  const names = (lines: string[]) => lines.map((line) => line.split('=')[0])
  t.same(
    names(await tree(me, work)),
    [...names(changed).filter((name) => name !== 'renamed.txt'), 'later.txt', 'meanwhile.txt'].sort(),
  )
  t.ok((await tree(me, work)).includes(changed.find((line) => line.startsWith('one.txt')) as string))
  t.equal((await api.versions.list(me, one)).length, 1)
  await sound(t)
})

t.test('rewind: goes on in another process at any batch; a cancelled one can be undone', async (t) => {
  const me = await person()
  const work = await seedOneFolder(db, me.ownerId, 'work')
  await seedFolder(db, me.ownerId, 2_400, { parent: work })
  const [at, before] = [await moment(), await tree(me, work)]
  await db.query(`update items set name = 'x' || name where parent_id = $1`, [work])
  const renamed = await tree(me, work)
  await moment()
  const { id } = await api.rewind.start(me, work, at)
  await t.rejects(api.rewind.start(me, work, at), { code: 'restore-running' })
  await db.query(`create function fails() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`)
  t.teardown(() => db.query('drop function if exists fails cascade'))
  for (let n = 0; (await api.operations.find(me, id)).processed < 1_000; n++)
    if (n > 20) throw new Error('no progress')
    else await api.operations.step(id)
  await db.query('create trigger fails before update of processed on operations for each row execute function fails()')
  await t.rejects(api.operations.step(id), /lost/)
  t.equal((await tree(me, work)).filter((line) => line.startsWith('x')).length, 1_400, 'a batch is done or not')
  await db.query('drop function fails cascade')
  const other = await testStorage(t, {}, test)
  await finishOperation(other.storage.api.operations, id)
  t.strictSame(await tree(me, work), before)

  await moment()
  const again = await api.rewind.start(me, work, await moment())
  await api.operations.cancel(me, again.id)
  await finishOperation(api.operations, (await api.operations.undo(me, id)).id)
  t.strictSame(await tree(me, work), renamed)
  await sound(t)
})
