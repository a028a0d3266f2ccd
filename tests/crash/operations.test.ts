import pg from 'pg'
import t from 'tap'
import type { Db } from '../../modules/platform/index.ts'
import { createAccount } from '../support/actors.ts'
import { poll } from '../support/poll.ts'
import { seedFolder, seedOneFolder } from '../support/seed.ts'
import { testServer } from '../support/server.ts'
import { uploadFile } from '../support/uploader.ts'
import { wrongCounters } from '../support/wrong-counters.ts'
import { buildZip } from '../support/zip-builder.ts'

const entries = 20_000

interface OperationResponse {
  data: { id: string; attributes: { state: string; done: number; total: number | null; imported: unknown } }
}

t.test('R02: kill -9 during a copy and a purge: each operation resumes, no item is processed twice', async (t) => {
  const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
  const account = await createAccount(server)
  const pool = new pg.Pool({ connectionString: server.databaseUrl ?? '', max: 2 })
  t.teardown(() => pool.end())
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  // The part of `Db` that the seeds need.
  const db = {
    query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
  } as unknown as Db
  await db.query(`insert into settings (name, value) values ('storage_limitation', '0')`)
  // Seeded files have no content, and a server does not start on a store without any.
  const target = { url: () => server.url, headers: { authorization: `Bearer ${account.token}` } }
  await uploadFile(target, { name: 'stored.txt', bytes: Buffer.from('content'), chunk: 1 << 20 })
  const source = await seedOneFolder(db, account.id, 'source')
  const inner = await seedOneFolder(db, account.id, 'inner', source)
  await seedFolder(db, account.id, entries / 2, { parent: source, folders: 0.05 })
  await seedFolder(db, account.id, entries / 2, { parent: inner })
  const call = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: OperationResponse }> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as OperationResponse }
  }
  const stateOf = async (id: string) => {
    const [row] = await db.query<{ state: string; done: number; total: number }>(
      'select state, processed as done, total from operations where id = $1',
      [id],
    )
    return row as { state: string; done: number; total: number }
  }
  // Slows the steps down, so that the kill always comes before the end.
  await db.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return new; end $$`)
  const killedMidway = async (id: string) => {
    await db.query('create trigger slow before update of processed on operations for each row execute function slow()')
    await poll(
      () => stateOf(id),
      ({ done }) => done >= 2_000,
    )
    await server.kill('SIGKILL')
    await db.query('drop trigger slow on operations')
    const { state, done } = await stateOf(id)
    t.equal(state, 'running')
    t.ok(done < entries, `killed at ${done}`)
    t.same(await wrongCounters(db), [], 'half-way all counters are correct')
    await server.restart()
    return poll(
      () => stateOf(id),
      ({ state }) => state !== 'running',
    )
  }
  const one = [{ id: source, type: 'folder' }]
  const copy = await call('POST', '/api/copy', { items: one })
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

  const purge = await call('POST', '/api/remove', { items: one, force_delete: true })
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
  const server = await testServer(t, { env: { LOG_LEVEL: 'error' } })
  const { client, id: user, token } = await createAccount(server)
  const pool = new pg.Pool({ connectionString: server.databaseUrl ?? '', max: 2 })
  t.teardown(() => pool.end())
  const db = {
    query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
  } as unknown as Db
  const count = 400
  const files = Array.from({ length: count }, (_, n) => ({ name: `${n % 10}/${n}.txt`, content: `${n}`, method: 8 }))
  const large = { name: 'large.bin', content: Buffer.alloc(60_000_000, 'large'), method: 8 }
  const target = { url: () => server.url, headers: { authorization: `Bearer ${token}` } }
  const archive = await uploadFile(target, { name: 'a.zip', bytes: buildZip([...files, large]), chunk: 1 << 20 })
  await db.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.2); return new; end $$`)
  await db.query('create trigger slow before update of position on operations for each row execute function slow()')
  const { body } = await client.post<OperationResponse>('/api/extract', { item_id: archive.id })
  const read = async () => (await client.get<OperationResponse>(`/api/operations/${body.data.id}`)).body.data.attributes
  for (const least of [64, 192]) {
    await poll(read, ({ done }) => done >= least)
    await server.kill('SIGKILL')
    await server.restart()
  }
  await db.query('drop trigger slow on operations')
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
  await db.query('create trigger slow before update of position on operations for each row execute function slow()')
  const begun = await client.post<OperationResponse>('/api/import', { item_id: exported.id })
  const readImport = async () =>
    (await client.get<OperationResponse>(`/api/operations/${begun.body.data.id}`)).body.data.attributes
  await poll(readImport, ({ done }) => done >= 64)
  await server.kill('SIGKILL')
  await server.restart()
  await db.query('drop trigger slow on operations')
  const ended = await poll(readImport, ({ state }) => state !== 'running')
  t.match(ended, { state: 'done', done: count, imported: { present: 0 } })
  t.equal((await stored()).length, names.length + count, 'an import as well')
})
