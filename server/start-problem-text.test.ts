import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { isAlive } from '../modules/platform/server/postgres/processes.ts'
import { confirmPassword, signIn } from '../tests/support/actors.ts'
import { cli, runScript } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { smallDisk } from '../tests/support/disks.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { testServer } from '../tests/support/server.ts'

const start = (env: Record<string, string>) => runScript('main', { PORT: '0', ...env })

t.test('a start that cannot succeed ends with one line that names the repair', async (t) => {
  const { url } = await testDatabase(t)
  const taken = createServer()
  t.teardown(() => taken.close())
  const port = await new Promise<string>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve(String((taken.address() as { port: number }).port)))
  })
  const withUrl = (change: (database: URL) => void) => {
    const database = new URL(url)
    change(database)
    return { DATABASE_URL: database.href }
  }
  const failures: [string, Record<string, string>, RegExp][] = [
    ['taken port', { DATABASE_URL: url, PORT: port }, new RegExp(`^port ${port} is in use by another program: .+\n$`)],
    [
      'taken port of the metrics',
      { DATABASE_URL: url, METRICS_PORT: port },
      new RegExp(`^port ${port} is in use by another program: .* set METRICS_PORT to another one\n$`),
    ],
    [
      'foreign address',
      { DATABASE_URL: url, HOST: '192.0.2.77' },
      /^192\.0\.2\.77 is no address of this machine: .+\n$/,
    ],
    ['wrong password', withUrl((one) => (one.password = 'wrong')), /^the database of DATABASE_URL .+ \(28P01\): .+\n$/],
    ['no database', withUrl((one) => (one.pathname = '/nothing')), /^the database of DATABASE_URL .+ \(3D000\): .+\n$/],
    [
      'no PostgreSQL',
      { DATABASE_URL: 'postgres://coffer@127.0.0.1:1/coffer' },
      /^the database of DATABASE_URL .+ \(ECONNREFUSED\): .+\n$/,
    ],
    [
      'no socket',
      { DATABASE_URL: 'postgres://coffer@localhost/coffer?host=/nowhere' },
      /^the database of DATABASE_URL .+ \(ENOENT\): .+\n$/,
    ],
  ]
  for (const [name, env, line] of failures)
    t.match(await start({ DATA_DIR: testFolder(t), ...env }), { code: 1, err: line }, name)
})

t.test('a full disk is named in one line', async (t) => {
  const disk = smallDisk(t, 8)
  if (!disk) return void t.comment('only root can mount a small disk')
  t.match(await start({ DATA_DIR: disk }), { code: 1, err: /^the disk is full.*: .+\n$/ })
})

t.test('new storage settings that cannot be stored do not end the server', async (t) => {
  const server = await testServer(t)
  const account = { email: 'ada@example.org', password: 'four unrelated words' }
  await cli(
    server.cliEnv,
    'user',
    'create',
    '--email',
    account.email,
    '--password',
    account.password,
    '--role',
    'admin',
  )
  const ada = await signIn(server, { name: 'Ada', ...account })
  await confirmPassword(ada)
  // In the way of the file that replaces DATA_DIR/.env.
  mkdirSync(join(server.dataDir, `.env.${server.pid}.new`))
  const store = () => ada.client.post('/api/admin/settings/storage', { storage: { driver: 'local' } })
  t.match(await store(), { status: 200 })
  await eventually(t, () => /the new settings are not stored/.test(server.logs()), true)
  const statusOf = () =>
    ada.client.get('/api/user').then(
      ({ status }) => status,
      () => null,
    )
  await eventually(t, statusOf, 200)
  t.notMatch(server.logs(), /^ +at /m, 'it says so in one line')
  writeFileSync(join(server.dataDir, '.env'), 'BLOB_URL=nonsense\n')
  const printed = server.logs().length
  t.match(await store(), { status: 200 })
  await eventually(t, () => isAlive(server.pid), false)
  t.equal(await server.kill(), 1, 'with settings that cannot be used it ends')
  t.match(server.logs().slice(printed), /\nBLOB_URL .+\n$/, 'and says so in one line')
})
