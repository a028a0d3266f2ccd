import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { startEmbedded } from '../../modules/platform/postgres.ts'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'
import { readSecrets, urlOf } from '../../modules/platform/server/postgres/secrets.ts'
import { appScript } from '../../tests/support/app-script.ts'
import { childEnv } from '../../tests/support/child-env.ts'
import { cli } from '../../tests/support/cli.ts'
import { newServerFolder, queryOnce } from '../../tests/support/embedded-postgres.ts'
import { eventually, poll } from '../../tests/support/poll.ts'

t.test('cli: a signal ends a command and the database that it started', async (t) => {
  const folder = newServerFolder(t)
  const data = join(folder, 'data')
  const env = { DATA_DIR: join(folder, '..') }
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, [appScript('cli'), ...args], {
      env: { ...childEnv, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    return child
  }
  const admin = ['--admin-email', 'root@example.org', '--admin-password', 'four unrelated words']
  t.match(await cli(env, 'setup', ...admin), { code: 0 })

  await t.test('while the database starts', async (t) => {
    const command = start('fsck')
    const ended = once(command, 'exit')
    await poll(() => existsSync(join(data, 'postmaster.pid')))
    command.kill('SIGINT')
    t.strictSame(await ended, [130, null])
    t.notOk(existsSync(join(data, 'postmaster.pid')))
  })

  await t.test('while it works, and alone uses the database since', async (t) => {
    const server = await startEmbedded(folder)
    const { port } = readPidFile(data)!
    const session = new pg.Client({
      connectionString: urlOf('postgres', readSecrets(folder).superuser, port, 'coffer'),
    })
    session.on('error', () => undefined)
    await session.connect()
    await session.query('begin')
    await session.query('lock table users')
    const command = start('user', 'list')
    const ended = once(command, 'exit')
    const waiting = () => queryOnce(server.url, "select 1 as one from pg_stat_activity where wait_event_type = 'Lock'")
    await eventually(t, waiting, [{ one: 1 }])
    await server.stop()
    t.ok(existsSync(join(data, 'postmaster.pid')), 'the database is left to the command')
    command.kill('SIGTERM')
    t.strictSame(await ended, [143, null])
    t.notOk(existsSync(join(data, 'postmaster.pid')))
  })
})
