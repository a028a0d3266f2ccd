import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import t from 'tap'
import { testDatabase } from '../../../../tests/support/database.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { loadConfig } from '../config.ts'
import { createPlatform } from '../platform.ts'
import { platformSettings } from '../settings/platform-settings.ts'
import { isReadStatement } from './grouped-reads.ts'

const { url } = await testDatabase(t)
const config = loadConfig({ DATA_DIR: testFolder(t), LOG_LEVEL: 'silent', NODE_ENV: 'production' })
const platform = await createPlatform({ config, databaseUrl: url, entities: [], settings: platformSettings })
t.teardown(() => platform.close())
const { db } = platform

const pid = async (of = '') =>
  (await db.query<{ pid: number }>(`select pg_backend_pid() as pid ${of}`, [], `test.pid${of}`))[0]?.pid

t.test(
  'prepared reads of one turn share a connection, eight each, and those of the next one use it again',
  async (t) => {
    const pids = await Promise.all(Array.from({ length: 17 }, () => pid()))
    t.equal(new Set(pids.slice(0, 8)).size, 1)
    t.equal(new Set(pids).size, 3)
    t.ok(pids.includes(await pid()))
    t.equal(db.pool.idleCount, db.pool.totalCount)
  },
)

t.test('a statement that fails leaves the others of its group as they are', async (t) => {
  const divide = (by: number) => db.query<{ n: number }>('select 6 / $1::int as n', [by], 'test.divide')
  const results = await Promise.allSettled([
    divide(1),
    divide(0),
    divide(2),
    db.query('select wrong', [], 'test.wrong'),
  ])
  t.match(results, [
    { value: [{ n: 6 }] },
    { reason: { code: '22012' } },
    { value: [{ n: 3 }] },
    { reason: { code: '42703' } },
  ])
  t.strictSame(await divide(3), [{ n: 2 }])
})

t.test('a value that cannot be sent fails its own statement', async (t) => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('no value')
    },
  }
  const results = await Promise.allSettled([
    pid(),
    db.query('select $1::text as v', [unsendable], 'test.unsendable'),
    pid(),
    db.query('select pg_sleep(0.1), 1 as n', []),
  ])
  t.match(results, [{ status: 'fulfilled' }, { reason: { message: 'no value' } }, { status: 'fulfilled' }, {}])
  t.match(await Promise.all(Array.from({ length: 9 }, () => pid())), Array(9).fill(Number))
})

t.test('a lost connection fails the group that used it, and the next one gets another', async (t) => {
  const lose = db.query('select pg_terminate_backend(pg_backend_pid())', [], 'test.lose')
  const results = await Promise.allSettled([lose, pid()])
  t.strictSame(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.type(await pid(), 'number')
})

t.test('a connection describes the columns of a statement once', async (t) => {
  let described = 0
  const client = (await db.pool.connect()) as pg.PoolClient & { connection: EventEmitter }
  client.connection.on('rowDescription', () => {
    described += 1
  })
  client.release()
  const read = (n: number) =>
    db.query('select n, now() as at, null as none from generate_series(1, $1::bigint) n', [n], 'test.described')
  t.strictSame(await read(0), [])
  for (const n of [1, 2]) t.match(await read(n), Array(n).fill({ n: Number, at: Date, none: null }))
  t.match(await Promise.all([read(1), read(3)]), [{ length: 1 }, { length: 3 }])
  t.equal(described, 1)
})

t.test('a statement whose columns have changed fails, and rows are never read by the former columns', async (t) => {
  await db.query('create table described (a int)')
  await db.query('insert into described values (1)')
  const read = () => db.query('select * from described', [], 'test.changed')
  t.strictSame(await read(), [{ a: 1 }])
  await db.query("alter table described add b text default 'x'")
  await t.rejects(read(), { code: '0A000' })
})

t.test('statements that change something or wait for others have a connection of their own', async (t) => {
  for (const text of [
    'insert into a select 1',
    'with b as (update a set c = 1 returning c) select * from b',
    'select * from a for update',
    'select * from a for no key update skip locked',
    'select pg_advisory_xact_lock(1)',
    "select pg_notify('a', 'b')",
  ])
    t.equal(isReadStatement(text), false, text)
  t.equal(isReadStatement('\n with recursive up as (select updated_at, for_sale from shares) select * from up'), true)
})

t.test('reads whose time grows with the account have a connection of their own', async (t) => {
  const names = ['test.search.rows', 'test.largest']
  const pids = await Promise.all([
    pid(),
    ...names.map((name) => db.query<{ pid: number }>(`select pg_backend_pid() as pid, '${name}'`, [], name)),
  ])
  t.equal(new Set(pids.flatMap((each) => (Array.isArray(each) ? each.map((row) => row.pid) : [each]))).size, 3)
})
