import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  killAndWait,
  newServerFolder,
  queryOnce,
  startServerHolder,
} from '../../../../tests/support/embedded-postgres.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { serverAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { dataFolderFor } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { readPidFile } from './pid-file.ts'
import { isAlive, waitForExit } from './processes.ts'
import { readSecrets } from './secrets.ts'
import { startServer, stopServer } from './server.ts'

t.test('embedded: adopts the server of a killed app, and stops it', async (t) => {
  const dir = newServerFolder(t)
  await killAndWait(await startServerHolder(t, dir))
  const orphan = readPidFile(join(dir, 'data'))!
  t.ok(isAlive(orphan.pid))
  const server = await startEmbedded(dir)
  t.equal(server.adopted, true)
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  t.notOk(isAlive(orphan.pid))
})

t.test('embedded: starts again after app and server were killed', async (t) => {
  const dir = newServerFolder(t)
  const app = await startServerHolder(t, dir)
  process.kill(readPidFile(join(dir, 'data'))!.pid, 'SIGKILL')
  await killAndWait(app)
  const server = await startEmbedded(dir)
  t.equal(server.adopted, false)
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  const sockets = readdirSync(join(dir, 'data')).filter((name) => name.startsWith('.s.PGSQL.'))
  t.equal(sockets.length, 2, 'only the new server’s socket and lock file')
  await server.stop()
})

t.test('embedded: joins a server that a killed app had begun to start', async (t) => {
  const dir = newServerFolder(t)
  await killAndWait(await startServerHolder(t, dir))
  const pidFile = join(dir, 'data', 'postmaster.pid')
  const { pid } = readPidFile(join(dir, 'data'))!
  // As if its process had not written the file yet.
  renameSync(pidFile, `${pidFile}.late`)
  const starting = startEmbedded(dir)
  const log = join(dir, '..', 'logs', 'postgres.log')
  while (!/shared memory block/.test(readFileSync(log, 'utf8'))) await new Promise(setImmediate)
  renameSync(`${pidFile}.late`, pidFile)
  const server = await starting
  t.equal(server.adopted, true)
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  t.notOk(isAlive(pid))
})

t.test('embedded: a killed server that another process starts again keeps its port', async (t) => {
  const dir = newServerFolder(t)
  const app = await startServerHolder(t, dir)
  const { port, pid } = readPidFile(join(dir, 'data'))!
  process.kill(pid, 'SIGKILL')
  await waitForExit(pid, 30_000)
  const command = await startEmbedded(dir)
  t.equal(readPidFile(join(dir, 'data'))?.port, port)
  await command.stop()
  app.kill('SIGTERM')
  await eventually(t, () => readPidFile(join(dir, 'data')), null)
})

t.test('embedded: two processes share a server, and the last one stops it', async (t) => {
  const dir = newServerFolder(t)
  const [one, server] = await Promise.all([startServerHolder(t, dir), startEmbedded(dir)])
  const { pid } = readPidFile(join(dir, 'data'))!
  await server.stop()
  t.ok(isAlive(pid), 'the other process still uses it')
  one.kill('SIGTERM')
  t.ok(await waitForExit(pid, 10_000), 'stopped by its last user')
})

t.test('embedded: a server that rejects the login stays as it is', async (t) => {
  const dir = newServerFolder(t)
  const server = await startEmbedded(dir)
  const { port } = readPidFile(join(dir, 'data'))!
  const socket = join(dir, 'data', `.s.PGSQL.${port}`)
  const { ino } = statSync(socket)
  const file = join(dir, 'password')
  const passwords = readFileSync(file, 'utf8')
  writeFileSync(file, 'lost\nlost\n')
  await t.rejects(startEmbedded(dir), /PostgreSQL of .* rejects the login .*password authentication failed/)
  t.equal(statSync(socket).ino, ino)
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }], 'a new connection by its socket')
  writeFileSync(file, passwords)
  await server.stop()
})

t.test('postgres: a server whose preferred port has another PostgreSQL starts on another port', async (t) => {
  const [dir, others] = [newServerFolder(t), newServerFolder(t)]
  const data = join(dir, 'data')
  await (await startEmbedded(dir)).stop()
  const other = await startEmbedded(others)
  t.teardown(() => other.stop())
  const preferredPort = readPidFile(join(others, 'data'))!.port
  const account = serverAccount(data)
  const binaries = findBinaries(account)
  const logFile = join(dir, '..', 'logs', 'postgres.log')
  const folder = dataFolderFor(data, account)
  const password = readSecrets(dir).superuser
  const { server, client } = await startServer({ binaries, folder, logFile, password, preferredPort })
  t.not(server.port, preferredPort)
  const { rows } = await client.query("select current_setting('port') as port")
  t.strictSame({ ...rows[0] }, { port: String(server.port) })
  await client.end()
  await stopServer(server.pid, data, binaries)
})

t.test('postgres: an error that stays is not retried', async (t) => {
  const dir = newServerFolder(t)
  await (await startEmbedded(dir)).stop()
  writeFileSync(join(dir, 'data', 'postmaster.pid'), '')
  await t.rejects(startEmbedded(dir), /lock file "postmaster.pid" is empty/)
  const log = readFileSync(join(dir, '..', 'logs', 'postgres.log'), 'utf8')
  t.equal(log.match(/is empty/g)?.length, 1)
})
