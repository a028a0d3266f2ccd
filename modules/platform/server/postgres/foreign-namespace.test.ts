import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { newServerFolder, queryOnce } from '../../../../tests/support/embedded-postgres.ts'
import { inNamespaces } from '../../../../tests/support/namespaces.ts'
import { ownDataDir } from '../data-dir-owner.ts'
import { startEmbedded } from './embedded.ts'
import { withLock } from './file-lock.ts'
import { readPidFile } from './pid-file.ts'

const moduleUrl = (name: string) => new URL(name, import.meta.url).href
/** Runs a script as in another container that shares the folder: with process ids and shared memory of its own. */
const inContainer = (script: string) => inNamespaces(['--fork', '--pid', '--ipc', '--mount-proc'], script)
const startThere = (dir: string) =>
  inContainer(`
    const { startEmbedded } = await import('${moduleUrl('./embedded.ts')}')
    const message = await startEmbedded('${dir}').then((server) => server.stop().then(() => 'started'), String)
    console.log(message)`)
const isPossible = async (): Promise<boolean> => {
  try {
    return process.getuid?.() === 0 && (await inContainer('console.log(1)')) === '1'
  } catch {
    return false
  }
}
const skip = !(await isPossible()) && 'needs root and pid namespaces'

t.test('postgres: a start in another container is rejected while the server runs', { skip }, async (t) => {
  const dir = newServerFolder(t)
  const data = join(dir, 'data')
  const server = await startEmbedded(dir)
  t.teardown(() => server.stop())
  const before = readPidFile(data)!
  const socket = join(data, `.s.PGSQL.${before.port}`)
  const { ino } = statSync(socket)
  const leases = readdirSync(join(dir, 'users'))
  t.match(await startThere(dir), /^Error: .* is in use by PostgreSQL in another container/)
  t.equal(statSync(socket).ino, ino, 'its socket is still there')
  t.strictSame(readPidFile(data), before, 'no second server was started')
  t.strictSame(await queryOnce(server.url, 'select 1 as one'), [{ one: 1 }])
  t.ok(leases.every((lease) => readdirSync(join(dir, 'users')).includes(lease)))
})

t.test('postgres: a start in another container is rejected while Coffer runs there', { skip }, async (t) => {
  const dir = newServerFolder(t)
  await (await startEmbedded(dir)).stop()
  const owner = await ownDataDir(join(dir, '..'))
  t.teardown(() => owner.release())
  t.match(await startThere(dir), /^Error: .* is in use by Coffer in another container/)
})

t.test('postgres: a start in a new container follows a killed server of an earlier one', { skip }, async (t) => {
  const dir = newServerFolder(t)
  const left = await inContainer(`
    const { startEmbedded } = await import('${moduleUrl('./embedded.ts')}')
    await startEmbedded('${dir}')
    console.log('started')
    process.exit(0)`)
  t.equal(left, 'started', 'the end of its first process kills all others')
  t.ok(readPidFile(join(dir, 'data')), 'its pid file was left')
  t.equal(await startThere(dir), 'started')
})

t.test('file lock: a holder in another container keeps its lock while it renews it', { skip }, async (t) => {
  const dir = join(newServerFolder(t), '..')
  await withLock(dir, async () => {
    const held = readFileSync(join(dir, 'lock'), 'utf8')
    const script = `
      const { withLock } = await import('${moduleUrl('./file-lock.ts')}')
      const { setTimeout: sleep } = await import('node:timers/promises')
      console.log(await Promise.race([withLock('${dir}', async () => 'acquired'), sleep(500).then(() => 'waits')]))
      process.exit(0)`
    t.equal(await inContainer(script), 'waits')
    t.equal(readFileSync(join(dir, 'lock'), 'utf8'), held)
  })
  for (const [what, time] of [
    ['old', 0],
    ['ahead of the clock', Date.now() / 1_000 + 3_600],
  ] as const) {
    writeFileSync(join(dir, 'lock'), '1 1\n1')
    utimesSync(join(dir, 'lock'), time, time)
    t.equal(
      await withLock(dir, async () => 'acquired'),
      'acquired',
      `the lock of a container that was removed, ${what}`,
    )
  }
})
