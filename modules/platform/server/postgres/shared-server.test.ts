import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { holder, killed, newFolder, query } from '../../../../tests/support/embedded-postgres.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { startEmbedded } from './embedded.ts'
import { readPidFile } from './pid-file.ts'
import { isAlive, waitForExit } from './processes.ts'

t.test('embedded: adopts the server of a killed app, and stops it', async (t) => {
  const dir = newFolder(t)
  await killed(await holder(t, dir))
  const orphan = readPidFile(join(dir, 'data'))!
  t.ok(isAlive(orphan.pid))
  const server = await startEmbedded(dir)
  t.equal(server.adopted, true)
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  t.notOk(isAlive(orphan.pid))
})

t.test('embedded: starts again after app and server were killed', async (t) => {
  const dir = newFolder(t)
  const app = await holder(t, dir)
  process.kill(readPidFile(join(dir, 'data'))!.pid, 'SIGKILL')
  await killed(app)
  const server = await startEmbedded(dir)
  t.equal(server.adopted, false)
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  const sockets = readdirSync(join(dir, 'data')).filter((name) => name.startsWith('.s.PGSQL.'))
  t.equal(sockets.length, 2, 'only the new server’s socket and lock file')
  await server.stop()
})

t.test('embedded: joins a server that a killed app had begun to start', async (t) => {
  const dir = newFolder(t)
  await killed(await holder(t, dir))
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
  t.strictSame(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  await server.stop()
  t.notOk(isAlive(pid))
})

t.test('embedded: a killed server that another process starts again keeps its port', async (t) => {
  const dir = newFolder(t)
  const app = await holder(t, dir)
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
  const dir = newFolder(t)
  const [one, server] = await Promise.all([holder(t, dir), startEmbedded(dir)])
  const { pid } = readPidFile(join(dir, 'data'))!
  await server.stop()
  t.ok(isAlive(pid), 'the other process still uses it')
  one.kill('SIGTERM')
  t.ok(await waitForExit(pid, 10_000), 'stopped by its last user')
})
