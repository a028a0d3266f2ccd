import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import type { Teardown } from '../../../../tests/support/database.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { startEmbedded } from './embedded.ts'
import { gone, isAlive } from './processes.ts'
import { readPidFile, refusesSocket } from './server.ts'

const asRoot = process.getuid?.() === 0
const module = new URL('./embedded.ts', import.meta.url).href

const query = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the server on `dir` and stays; resolves when it is ready. */
const holder = async (t: Teardown, dir: string, account?: number): Promise<ChildProcess> => {
  const script = `const { startEmbedded } = await import('${module}'); const s = await startEmbedded('${dir}'); console.log('ready', s.adopted); setInterval(() => {}, 1000); process.on('SIGTERM', async () => { await s.stop(); process.exit(0) })`
  const identity = account === undefined ? {} : { uid: account, gid: account }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  })
  t.teardown(() => child.kill('SIGKILL'))
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('exit', () => reject(new Error('the process ended before the server was ready')))
  })
  return child
}

const killed = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    child.kill('SIGKILL')
  })

const place = (t: Teardown): string => {
  const dir = join(testFolder(t), 'postgres')
  t.teardown(() => {
    const left = readPidFile(join(dir, 'data'))
    if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
  })
  return dir
}

t.test('first start, second start', async (t) => {
  const dir = place(t)
  const first = await startEmbedded(dir)
  const [facts] = await query(
    first.url,
    `select rolsuper, current_setting('data_checksums') as checksums, current_setting('fsync') as fsync, datlocprovider,
       pg_encoding_to_char(encoding) as encoding, pg_get_userbyid(datdba) = current_user as owner
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  const expected = { rolsuper: false, checksums: 'on', fsync: 'on', datlocprovider: 'b', encoding: 'UTF8', owner: true }
  t.strictSame({ ...facts }, expected)
  await query(first.url, 'create extension pg_trgm; create extension unaccent')
  await query(first.url, "create collation natural_order (provider = icu, locale = 'und-u-kn-true')")
  await query(first.url, 'create table kept (x int); insert into kept values (7)')
  t.equal(statSync(join(dir, 'password')).mode & 0o777, 0o600)
  t.equal(statSync(join(dir, 'data')).mode & 0o777, 0o700)
  await first.stop()
  t.notOk(existsSync(join(dir, 'data', 'postmaster.pid')), 'stopped in order')
  await t.rejects(query(first.url, 'select 1'))

  const second = await startEmbedded(dir)
  t.strictSame(await query(second.url, 'select x from kept'), [{ x: 7 }])
  await second.stop()
})

t.test('what a kill -9 of the app leaves is adopted, and stopped at the end', async (t) => {
  const dir = place(t)
  await killed(await holder(t, dir))
  const orphan = readPidFile(join(dir, 'data'))!
  t.ok(isAlive(orphan.pid))
  const server = await startEmbedded(dir)
  t.equal(server.adopted, true)
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  t.notOk(isAlive(orphan.pid))
})

t.test('app and database killed at once: it recovers', async (t) => {
  const dir = place(t)
  const app = await holder(t, dir)
  process.kill(readPidFile(join(dir, 'data'))!.pid, 'SIGKILL')
  await killed(app)
  const server = await startEmbedded(dir)
  t.equal(server.adopted, false)
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  const sockets = readdirSync(join(dir, 'data')).filter((name) => name.startsWith('.s.PGSQL.'))
  t.equal(sockets.length, 2, 'the socket and its lock, and none of the killed server')
  await server.stop()
})

t.test('a database that dies under the app comes back on the same address', async (t) => {
  const dir = place(t)
  const server = await startEmbedded(dir)
  await query(server.url, 'create table kept (x int); insert into kept values (7)')
  const { pid } = readPidFile(join(dir, 'data'))!
  process.kill(pid, 'SIGKILL')
  await gone(pid, 30_000)
  await eventually(t, () => query(server.url, 'select x from kept').catch(() => []), [{ x: 7 }])
  await server.stop()
  t.equal(readPidFile(join(dir, 'data')), null)
})

t.test('two processes share a server; the last one stops it', async (t) => {
  const dir = place(t)
  const [one, server] = await Promise.all([holder(t, dir), startEmbedded(dir)])
  const { pid } = readPidFile(join(dir, 'data'))!
  await server.stop()
  t.ok(isAlive(pid), 'the other one still uses it')
  one.kill('SIGTERM')
  t.ok(await gone(pid, 10_000), 'stopped with its last user')
})

t.test('a half-made cluster is made again', async (t) => {
  const dir = place(t)
  for (const folder of ['data.new', 'data']) mkdirSync(join(dir, folder), { recursive: true })
  writeFileSync(join(dir, 'data.new', 'rest'), '')
  writeFileSync(join(dir, 'data', 'PG_VERSION'), '18\n')
  const server = await startEmbedded(dir)
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

t.test(
  'the app comes in through a socket in the data folder, and over TCP where its path would be too long',
  async (t) => {
    const ways = { near: 'local', ['far'.padEnd(120, '-')]: 'tcp' }
    for (const [folder, way] of Object.entries(ways)) {
      const dir = join(place(t), '..', folder, 'postgres')
      const server = await startEmbedded(dir)
      const [{ address }] = await query(server.url, 'select inet_client_addr() as address')
      t.equal(address === null ? 'local' : 'tcp', way)
      t.equal(new URL(server.url).searchParams.get('host'), way === 'local' ? join(dir, 'data') : null)
      await server.stop()
    }
  },
)

t.test('where the file system has no sockets it is TCP alone', async (t) => {
  const dir = place(t)
  const server = await startEmbedded(dir, { settings: { unix_socket_directories: '/nowhere' } })
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  t.equal(new URL(server.url).search, '')
  await server.stop()
  const listening = 'LOG:  listening on Unix socket "./.s.PGSQL.40000"\n'
  t.ok(refusesSocket('LOG:  starting\nFATAL:  could not create any Unix-domain sockets'))
  t.notOk(
    refusesSocket(`${listening}FATAL:  pre-existing shared memory block is still in use`),
    'that passes by itself',
  )
})

t.test('as root below a folder that nobody else may enter', { skip: !asRoot && 'needs root' }, async (t) => {
  const closed = testFolder(t)
  chmodSync(closed, 0o700)
  const dir = join(closed, 'deep', 'postgres')
  for (const start of ['first', 'second']) {
    const server = await startEmbedded(dir)
    t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }], start)
    await server.stop()
  }
})

t.test('as a normal user', { skip: !asRoot && 'the other tests are that' }, async (t) => {
  const dir = place(t)
  mkdirSync(dir, { recursive: true })
  chmodSync(join(dir, '..'), 0o755)
  chownSync(join(dir, '..'), 65_534, 65_534)
  chownSync(dir, 65_534, 65_534)
  const user = await holder(t, dir, 65_534)
  const { pid } = readPidFile(join(dir, 'data'))!
  t.equal(statSync(`/proc/${pid}`).uid, 65_534)
  user.kill('SIGTERM')
  t.ok(await gone(pid, 10_000))
})
