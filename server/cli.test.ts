import { execFile } from 'node:child_process'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signIn } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { Client } from '../tests/support/client.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { soon } from '../tests/support/soon.ts'

t.setTimeout(900_000)

const script = (name: string) => new URL(name, import.meta.url).pathname
const run = (file: string, env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env } }
    execFile(process.execPath, [script(file), ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    )
  })
const cli = (env: Record<string, string>, ...args: string[]) => run('cli.ts', env, ...args)
const lines = (text: string) => text.trim().split('\n').length
const admin = ['--admin-email', 'root@example.org', '--admin-password', 'four unrelated words']

t.test('A57, A58: setup beside a running server, once', async (t) => {
  const app = await testApp(t, { installed: false })
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const visitor = new Client(app.url)
  t.match(await visitor.get('/api/user'), { status: 503, body: { code: 'not-installed' } })
  t.match((await visitor.get('/api/config')).body, { installation: 'installation-needed' })
  const early = { email: 'eve@example.org', name: 'Eve', password: 'four unrelated words' }
  t.equal((await visitor.post('/api/register', { ...early, password_confirmation: early.password })).status, 503)

  t.match(await cli(env, 'setup', '--admin-email', 'root@example.org'), { code: 2, err: /--admin-password is missing/ })
  t.match(await cli(env, 'setup', '--admin-email', 'root@example.org', '--admin-password', 'short'), {
    code: 1,
    err: /10 to 128/,
  })
  const outcomes = await Promise.all([cli(env, 'setup', ...admin, '--title', 'Ours'), cli(env, 'setup', ...admin)])
  t.strictSame(outcomes.map(({ code }) => code).sort(), [0, 1], 'of two at once one gets through')
  const refused = outcomes.find(({ code }) => code === 1)
  t.equal(refused?.err.trim(), 'Coffer is set up already.')
  t.ok(existsSync(join(app.dataDir, '.installed')))
  const [count] = await app.coffer.platform.db.query<{ n: number }>(
    "select count(*)::int as n from users where role = 'admin'",
  )
  t.equal(count?.n, 1)

  const state = async () => (await visitor.get<{ installation: string }>('/api/config')).body.installation
  await soon(t, state, 'installation-done')
  const root = await signIn(app, { email: 'root@example.org', name: 'Admin', password: 'four unrelated words' })
  t.match((await root.client.get<{ data: object }>('/api/user')).body.data, { attributes: { role: 'admin' } })

  await app.coffer.platform.db.query("delete from settings where name = 'setup_wizard_success'")
  t.match(await cli(env, 'setup', ...admin), { code: 1, err: /already/ }, 'the file alone blocks too')
})

t.test('operator’s commands', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const password = 'four unrelated words'
  const jane = { email: 'jane@example.org', name: 'Jane', password }
  const create = ['user', 'create', '--email', jane.email, '--password', password]
  t.match(await cli(env, ...create, '--name', 'Jane'), { code: 0, out: /created user jane@example.org/ })
  const again = await cli(env, ...create)
  t.match(again, { code: 1, err: /already/ })
  t.equal(lines(again.err), 1, 'one clear line')
  t.match(await cli(env, 'user', 'create', '--email', 'x', '--password', password), {
    code: 1,
    err: /not a valid email/,
  })

  const before = await signIn(app, jane)
  t.equal((await cli(env, 'user', 'role', '--email', jane.email, '--role', 'admin')).code, 0)
  const status = async () => (await before.client.get('/api/user')).status
  await soon(t, status, 401, 'a new role takes a new session, a few seconds later')
  const next = 'another set of words'
  t.equal((await cli(env, 'user', 'password', '--email', jane.email, '--password', next)).code, 0)
  const after = await signIn(app, { ...jane, password: next })
  t.match((await after.client.get<{ data: object }>('/api/user')).body.data, { attributes: { role: 'admin' } })

  t.match(await cli(env, 'setting', 'upload_limit', '7'), { code: 0, out: '7\n' })
  t.match(await cli(env, 'jobs', 'run', 'cleanup-accounts'), { code: 0, out: /cleanup-accounts done/ })
  t.match(await cli(env, 'jobs', 'run', 'nonsense'), { code: 2, err: /no job is called nonsense/ })
  t.match(await cli(env, 'fsck', '--deep', '--json'), { code: 0, out: /"findings": \[\]/ })
  t.match(await cli(env, 'constructor'), { code: 2, err: /no command/ })
})

t.test('issue 13.25: settings are listed with type, limits and default, and checked', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const refused = [
    ['chunk_size', '-5'],
    ['subscription_type', 'weird'],
    ['app_color', '#00BC7E"><script>'],
    ['default_max_storage_amount', 'lots'],
    ['nonsense', '7'],
    ['setup_wizard_success', '0'],
  ]
  const outcomes = await Promise.all(refused.map((args) => cli(env, 'setting', ...args)))
  for (const [at, { code, err, out }] of outcomes.entries()) {
    const [key = ''] = refused[at] ?? []
    t.match({ code, err, out }, { code: 1, err: new RegExp(key), out: '' })
    t.equal(lines(err), 1, 'one clear line')
  }
  const stored = await app.coffer.platform.db.query('select name from settings')
  t.same(stored, [{ name: 'setup_wizard_success' }], 'nothing of it is stored')

  t.match(await cli(env, 'setting', 'chunk_size', '8'), { code: 0, out: '8\n' })
  const listed = await cli(env, 'setting', '--list')
  t.match(listed, {
    code: 0,
    out: /chunk_size = 8\n.*\n {4}a number from 0\.0625 to 1024 \(MiB\); default 16; public/,
  })
  t.match(await cli(env, 'setting', 'chunk_size', '--default'), { code: 0, out: '16\n' })
  t.match(await cli(env, 'setting', 'app_title', 'Our', 'files'), { code: 2, err: /quotes/ })
})

t.test('routes are told without a database', async (t) => {
  const { code, out } = await cli({ DATA_DIR: testFolder(t) }, 'routes', '--json')
  t.equal(code, 0)
  const routes = JSON.parse(out) as { method: string; path: string; access: string; csrf: boolean }[]
  t.match(
    routes.find(({ path }) => path === '/login'),
    { method: 'POST', access: 'public', csrf: true, bodyKind: 'json' },
  )
  t.match(
    routes.find(({ path }) => path === '/api/login'),
    { csrf: false },
  )
  t.ok(routes.length > 30)
  for (const { method, path, access } of routes)
    t.ok(method && path.startsWith('/') && access, `${method} ${path} ${access}`)
})

t.test('A59: weak or readable secrets stop the start with one line', async (t) => {
  const { url } = await testDatabase(t)
  const start = async (env: Record<string, string>, dir = testFolder(t)) => {
    const answer = await run('main.ts', { DATA_DIR: dir, DATABASE_URL: url, PORT: '0', ...env })
    t.not(answer.code, 0)
    t.equal(lines(answer.err), 1, answer.err)
    return answer.err
  }
  t.match(await start({ APP_KEY: '' }), /APP_KEY/)
  t.match(await start({ APP_KEY: 'c2hvcnQ' }), /APP_KEY/)
  t.match(await start({ APP_KEY: 'A'.repeat(44) }), /APP_KEY/)
  t.match(await start({ PORT: 'http' }), /PORT/)
  t.match(await start({ APP_URL: 'files.example.org' }), /APP_URL/)
  const dir = testFolder(t)
  writeFileSync(join(dir, '.env'), 'LOG_LEVEL=error\n')
  chmodSync(join(dir, '.env'), 0o644)
  t.match(await start({}, dir), /chmod 600/)

  const made = testFolder(t)
  t.equal((await cli({ DATA_DIR: made }, 'routes')).code, 0)
  t.equal(statSync(join(made, '.env')).mode & 0o777, 0o600)
})
