import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  killAndWait,
  newServerFolder,
  queryOnce,
  startServerHolder,
} from '../../../../tests/support/embedded-postgres.ts'
import { testFolder } from '../../../../tests/support/folders.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { startEmbedded } from './embedded.ts'
import { readPidFile } from './pid-file.ts'
import { findChild, waitForExit } from './processes.ts'
import { appRole, databaseName, readSecrets, urlOf } from './secrets.ts'
import { failedOnSocket } from './server.ts'
import { limitServerLog } from './server-log.ts'

const asRoot = process.getuid?.() === 0

t.test('embedded: the first start creates the cluster, the second uses it', async (t) => {
  const dir = newServerFolder(t)
  const first = await startEmbedded(dir)
  const [row] = await queryOnce(
    first.url,
    `select rolsuper, current_setting('data_checksums') as checksums, current_setting('fsync') as fsync, datlocprovider,
       pg_encoding_to_char(encoding) as encoding, pg_get_userbyid(datdba) = current_user as owner
     from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
  )
  const expected = { rolsuper: false, checksums: 'on', fsync: 'on', datlocprovider: 'b', encoding: 'UTF8', owner: true }
  t.strictSame({ ...row }, expected)
  await queryOnce(first.url, 'create extension pg_trgm; create extension unaccent')
  await queryOnce(first.url, "create collation natural_order (provider = icu, locale = 'und-u-kn-true')")
  await queryOnce(first.url, 'create table kept (x int); insert into kept values (7)')
  t.equal(statSync(join(dir, 'password')).mode & 0o777, 0o600)
  t.equal(statSync(join(dir, 'data')).mode & 0o777, 0o700)
  const [account, ...logs] = ['data', '../logs', '../logs/postgres.log'].map((path) => statSync(join(dir, path)).uid)
  t.same(logs, [account, account], 'the account of the server may open the log itself')
  await first.stop()
  t.notOk(existsSync(join(dir, 'data', 'postmaster.pid')), 'stopped by a regular shutdown')
  await t.rejects(queryOnce(first.url, 'select 1'))

  const second = await startEmbedded(dir)
  t.strictSame(await queryOnce(second.url, 'select x from kept'), [{ x: 7 }])
  await second.stop()
})

t.test('embedded: the log of a running server has a limit', async (t) => {
  const dir = newServerFolder(t)
  const { url, stop } = await startEmbedded(dir)
  t.teardown(stop)
  const log = join(dir, '..', 'logs', 'postgres.log')
  await t.rejects(queryOnce(url, 'select failure_before'))
  await limitServerLog(log)
  t.match(readFileSync(log, 'utf8'), /failure_before/, 'a short one stays')
  await limitServerLog(log, 10)
  t.equal(statSync(log).size, 0)
  await t.rejects(queryOnce(url, 'select failure_after'))
  t.match(readFileSync(log, 'utf8'), /^\d{4}-[^\0]*failure_after/, 'the server goes on at its beginning')
  t.match(readFileSync(`${log}.1`, 'utf8'), /failure_before/)
  t.equal(statSync(`${log}.1`).mode & 0o777, 0o600)
})

t.test('embedded: starts at once when the id in its pid file belongs to another process since', async (t) => {
  const dir = newServerFolder(t)
  const pidFile = join(dir, 'data', 'postmaster.pid')
  const before = await startEmbedded(dir)
  const left = readFileSync(pidFile, 'utf8')
  await before.stop()
  // The process has the same account: PostgreSQL itself would take it for another server.
  const { uid, gid } = statSync(join(dir, 'data'))
  const sleeping = spawn('sleep', ['600'], { ...(asRoot ? { uid, gid } : {}), cwd: '/', stdio: 'ignore' })
  t.teardown(() => sleeping.kill('SIGKILL'))
  const other = newServerFolder(t)
  const others = await startEmbedded(other)
  const thread = readdirSync('/proc/self/task').find((id) => Number(id) !== process.pid)
  for (const [whose, pid] of [
    ['a process', sleeping.pid],
    ['a thread', thread],
    ['another PostgreSQL', readPidFile(join(other, 'data'))?.pid],
  ] as const) {
    writeFileSync(pidFile, left.replace(/^\d+/, String(pid)))
    chownSync(pidFile, uid, gid)
    const server = await startEmbedded(dir)
    t.equal(server.adopted, false, whose)
    t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
    await server.stop()
  }
  await others.stop()
})

t.test('embedded: restarts a killed server on the same URL', async (t) => {
  const dir = newServerFolder(t)
  const server = await startEmbedded(dir)
  await queryOnce(server.url, 'create table kept (x int); insert into kept values (7)')
  const { pid } = readPidFile(join(dir, 'data'))!
  process.kill(pid, 'SIGKILL')
  await waitForExit(pid, 30_000)
  await eventually(t, () => queryOnce(server.url, 'select x from kept').catch(() => []), [{ x: 7 }])
  await server.stop()
  t.equal(readPidFile(join(dir, 'data')), null)
})

/** Makes the server recover, and kills the process that does. */
const killRecovery = async (pid: number) => {
  process.kill(findChild(pid, /^postgres: walwriter/)!, 'SIGKILL')
  let startup: number | undefined | null
  while (!startup) {
    await new Promise(setImmediate)
    startup = findChild(pid, /^postgres: startup/)
  }
  process.kill(startup, 'SIGKILL')
}

t.test('embedded: a server whose recovery was killed is restarted', async (t) => {
  const dir = newServerFolder(t)
  const server = await startEmbedded(dir, { stuckAfterMs: 1_000 })
  const { pid } = readPidFile(join(dir, 'data'))!
  // Its recovery takes long enough to be seen.
  await queryOnce(server.url, 'create table kept as select n, md5(n::text) as text from generate_series(1, 300000) n')
  await killRecovery(pid)
  await eventually(t, () => queryOnce(server.url, 'select count(*)::int as rows from kept').catch(() => []), [
    { rows: 300_000 },
  ])
  t.not(readPidFile(join(dir, 'data'))?.pid, pid, 'it did not go on by itself')
  await server.stop()
})

t.test('embedded: a server whose recovery was killed together with its app is restarted by the next app', async (t) => {
  const dir = newServerFolder(t)
  const first = await startServerHolder(t, dir)
  const { pid, port } = readPidFile(join(dir, 'data'))!
  const { app } = readSecrets(dir)
  const url = urlOf(appRole, app, port, databaseName)
  await queryOnce(url, 'create table kept as select n, md5(n::text) as text from generate_series(1, 300000) n')
  await killAndWait(first)
  await killRecovery(pid)
  const server = await startEmbedded(dir, { stuckAfterMs: 1_000 })
  t.notOk(server.adopted)
  t.strictSame(await queryOnce(server.url, 'select count(*)::int as rows from kept'), [{ rows: 300_000 }])
  await server.stop()
})

t.test('embedded: creates an incomplete cluster again', async (t) => {
  const dir = newServerFolder(t)
  for (const folder of ['data.new', 'data']) mkdirSync(join(dir, folder), { recursive: true })
  writeFileSync(join(dir, 'data.new', 'rest'), '')
  writeFileSync(join(dir, 'data', 'PG_VERSION'), '18\n')
  const server = await startEmbedded(dir)
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
})

t.test('embedded: a cluster that lacks a file stops the start, and stays as it is', async (t) => {
  const dir = newServerFolder(t)
  await (await startEmbedded(dir)).stop()
  const control = join(dir, 'data', 'global', 'pg_control')
  renameSync(control, `${control}.lost`)
  await t.rejects(startEmbedded(dir), /is incomplete .*pg_control is missing/)
  renameSync(`${control}.lost`, control)
  await (await startEmbedded(dir)).stop()
})

t.test('embedded: uses a socket in the data folder, and TCP where the socket’s path would be too long', async (t) => {
  const folders = { near: 'local', ['far'.padEnd(120, '-')]: 'tcp' }
  for (const [folder, expected] of Object.entries(folders)) {
    const dir = join(newServerFolder(t), '..', folder, 'postgres')
    const server = await startEmbedded(dir)
    const [{ address }] = await queryOnce(server.url, 'select inet_client_addr() as address')
    t.equal(address === null ? 'local' : 'tcp', expected)
    t.equal(new URL(server.url).searchParams.get('host'), expected === 'local' ? join(dir, 'data') : null)
    await server.stop()
  }
})

t.test('embedded: uses only TCP where the file system does not support sockets', async (t) => {
  const dir = newServerFolder(t)
  const server = await startEmbedded(dir, { settings: { unix_socket_directories: '/nowhere' } })
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  t.equal(new URL(server.url).search, '')
  await server.stop()
  const listening = 'LOG:  listening on Unix socket "./.s.PGSQL.40000"\n'
  t.ok(failedOnSocket('LOG:  starting\nFATAL:  could not create any Unix-domain sockets'))
  t.notOk(
    failedOnSocket(`${listening}FATAL:  pre-existing shared memory block is still in use`),
    'a temporary error after the socket was created',
  )
})

t.test(
  'embedded: runs as root below a folder that no other account may enter',
  { skip: !asRoot && 'needs root' },
  async (t) => {
    const privateFolder = testFolder(t)
    chmodSync(privateFolder, 0o700)
    const dir = join(privateFolder, 'deep', 'postgres')
    for (const start of ['first', 'second']) {
      const server = await startEmbedded(dir)
      t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }], start)
      await server.stop()
    }
  },
)

t.test(
  'embedded: runs as a normal user',
  { skip: !asRoot && 'the other tests already run as a normal user' },
  async (t) => {
    const dir = newServerFolder(t)
    mkdirSync(dir, { recursive: true })
    chmodSync(join(dir, '..'), 0o755)
    chownSync(join(dir, '..'), 65_534, 65_534)
    chownSync(dir, 65_534, 65_534)
    const user = await startServerHolder(t, dir, 65_534)
    const { pid } = readPidFile(join(dir, 'data'))!
    t.equal(statSync(`/proc/${pid}`).uid, 65_534)
    user.kill('SIGTERM')
    t.ok(await waitForExit(pid, 10_000))
  },
)
