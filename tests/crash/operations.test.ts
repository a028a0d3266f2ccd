import t from 'tap'
import { killedOperations } from '../support/killed-operations.ts'
import { poll } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { contentsOf, overwriteFiles, treeOf } from '../support/tree-contents.ts'
import { uploadFile } from '../support/uploader.ts'
import { unreachable, wrongCounters } from '../support/wrong-counters.ts'
import { buildZip } from '../support/zip-builder.ts'

const entries = 20_000

interface OperationResponse {
  data: {
    id: string
    attributes: { state: string; done: number; total: number | null; left_out: object[]; imported: unknown }
  }
}

t.test('R02: kill -9 during a copy and a purge: each operation resumes, no item is processed twice', async (t) => {
  const { account, db, target, slowDown, speedUp, killAt, ended } = await killedOperations(t)
  const { client } = account
  // Seeded files have no content, and a server does not start on a store without any.
  await uploadFile(target, { name: 'stored.txt', bytes: Buffer.from('content'), chunk: 1 << 20 })
  const source = await seedOneFolder(db, account.id, 'source')
  const inner = await seedOneFolder(db, account.id, 'inner', source)
  await seedFolder(db, account.id, entries / 2, { parent: source, folders: 0.05 })
  await seedFolder(db, account.id, entries / 2, { parent: inner })
  const killedMidway = async (id: string) => {
    await slowDown('processed')
    await killAt(id, 2_000)
    await speedUp()
    return ended(id)
  }
  const one = [{ id: source, type: 'folder' }]
  const copy = await client.post<OperationResponse>('/api/copy', { items: one })
  t.equal(copy.status, 202)
  t.match(await killedMidway(copy.body.data.id), { state: 'done', done: entries + 2, total: entries + 2 })
  t.same(await db.query('select count(*) as n, count(distinct id) as ids from items'), [
    { n: 2 * (entries + 2) + 1, ids: 2 * (entries + 2) + 1 },
  ])
  t.same(await wrongCounters(db), [])
  t.same(
    await db.query(
      'select name, count(*) as n from items where is_folder and parent_id is null group by name order by name',
    ),
    [
      { name: 'source', n: 1 },
      { name: 'source (1)', n: 1 },
    ],
  )

  const purge = await client.post<OperationResponse>('/api/remove', { items: one, force_delete: true })
  t.equal(purge.status, 202)
  t.match(await killedMidway(purge.body.data.id), { state: 'done', done: entries + 2 })
  t.same(await db.query('select count(*) as n from items'), [{ n: entries + 2 + 1 }])
  t.same(await wrongCounters(db), [])
  t.same(
    await db.query('select reserved_bytes as reserved, trash_count, root_count from usage where user_id = $1', [
      account.id,
    ]),
    [{ reserved: 0, trash_count: 0, root_count: 2 }],
  )
})

t.test('R02: kill -9 during an extraction or import: it goes on, and each file exists once', async (t) => {
  const { server, account, db, target, slowDown, speedUp } = await killedOperations(t)
  const { client, id: user } = account
  const count = 400
  const files = Array.from({ length: count }, (_, n) => ({ name: `${n % 10}/${n}.txt`, content: `${n}`, method: 8 }))
  const large = { name: 'large.bin', content: Buffer.alloc(60_000_000, 'large'), method: 8 }
  const archive = await uploadFile(target, { name: 'a.zip', bytes: buildZip([...files, large]), chunk: 1 << 20 })
  await slowDown('position')
  const { body } = await client.post<OperationResponse>('/api/extract', { item_id: archive.id })
  const read = async () => (await client.get<OperationResponse>(`/api/operations/${body.data.id}`)).body.data.attributes
  for (const least of [64, 192]) {
    await poll(read, ({ done }) => done >= least)
    await server.kill('SIGKILL')
    await server.restart()
  }
  await speedUp()
  t.match(await poll(read, ({ state }) => state !== 'running'), { state: 'done', done: count + 1, total: count + 1 })
  const stored = () =>
    db.query<{ name: string }>(
      `select name from items where owner_id = $1 and not is_folder and name not like '%.zip'`,
      [user],
    )
  const names = await stored()
  t.same(names.map(({ name }) => name).sort(), [...files.map(({ name }) => name.split('/')[1]), 'large.bin'].sort())
  t.match(await db.query('select reserved_bytes from usage where user_id = $1', [user]), [{ reserved_bytes: 0 }])
  t.same(await wrongCounters(db), [])

  const manifest = { name: 'manifest.json', content: '{"format":"coffer-export","version":1}' }
  const entries = files.map((file, n) => ({ ...file, name: `files/imported/${n}.txt` }))
  const exported = await uploadFile(target, { name: 'b.zip', bytes: buildZip([manifest, ...entries]), chunk: 1 << 20 })
  await slowDown('position')
  const begun = await client.post<OperationResponse>('/api/import', { item_id: exported.id })
  const readImport = async () =>
    (await client.get<OperationResponse>(`/api/operations/${begun.body.data.id}`)).body.data.attributes
  await poll(readImport, ({ done }) => done >= 64)
  await server.kill('SIGKILL')
  await server.restart()
  await speedUp()
  const ended = await poll(readImport, ({ state }) => state !== 'running')
  t.match(ended, { state: 'done', done: count, imported: { present: 0 } })
  t.equal((await stored()).length, names.length + count, 'an import as well')
})

t.test('R02: kill -9 twice during a restore to an earlier time: it goes on, and nothing is lost', async (t) => {
  const { server, account, db, target, slowDown, speedUp, killAt, ended } = await killedOperations(t)
  const { client, id: user } = account
  const work = await seedOneFolder(db, user, 'work')
  const inner = await seedOneFolder(db, user, 'inner', work)
  await seedFolder(db, user, 4_000, { parent: work, folders: 0.02 })
  await seedFolder(db, user, 4_000, { parent: inner })
  const real = await uploadFile(target, {
    name: 'real.txt',
    bytes: Buffer.from('real'),
    chunk: 1 << 20,
    parentId: work,
  })
  const before = await treeOf(db, user, work)
  const [{ at } = { at: null }] = await db.query<{ at: Date }>(
    'select pg_sleep(0.01), clock_timestamp() as at, pg_sleep(0.01)',
  )

  for (const folder of [work, inner]) await overwriteFiles(db, user, folder)
  await db.query(`update items set name = name || '.locked' where parent_id = $1 and not is_folder`, [work])
  const some = await db.query<{ id: string }>('select id from items where parent_id = $1 limit 800', [inner])
  const items = some.map(({ id }) => ({ id, type: 'file' }))
  await client.post('/api/move', { items: items.slice(0, 400), to_id: work })
  await client.post('/api/remove', { items: items.slice(400) })
  await client.post('/api/move', { items: [{ id: inner, type: 'folder' }], to_id: null })
  await uploadFile(target, { name: 'new.txt', bytes: Buffer.from('new'), chunk: 1 << 20, parentId: work })
  const known = await contentsOf(db, user)
  const count = () => db.query('select count(*) as n from items where owner_id = $1', [user])
  const all = await count()

  await slowDown('processed', 0.5)
  const restore = await client.post<OperationResponse>(`/api/restore-points/${work}`, { at })
  t.equal(restore.status, 202, JSON.stringify(restore.body))
  const { id } = restore.body.data
  for (const least of [1_000, 3_000]) await killAt(id, least)
  await speedUp()
  const { state, done, total } = await ended(id)
  t.same({ state, done }, { state: 'done', done: total })
  t.ok(done > 5_000, `${done} entries`)
  t.same((await client.get<OperationResponse>(`/api/operations/${id}`)).body.data.attributes.left_out, [])
  t.strictSame(await treeOf(db, user, work), before)
  t.same(await count(), all, 'no item is lost')
  const left = await contentsOf(db, user)
  t.same(
    [...known].filter((sha) => !left.has(sha)),
    [],
    'every content is a file or a version',
  )
  const answer = await fetch(new URL(real.attributes.file_url, server.url), { headers: target.headers })
  t.equal(await answer.text(), 'real')
  t.same(await wrongCounters(db), [])
  t.same(await unreachable(db), [])
})
