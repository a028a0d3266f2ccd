import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { cli, countLines, runScript } from '../tests/support/cli.ts'
import { runCommandInProcess } from '../tests/support/command.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { testSocket } from '../tests/support/socket.ts'

t.test('settings are listed with type, limits and default, and checked', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const rejected = [
    ['chunk_size', '-5'],
    ['subscription_type', 'weird'],
    ['app_color', '#00BC7E"><script>'],
    ['default_max_storage_amount', 'lots'],
    ['nonsense', '7'],
    ['setup_wizard_success', '0'],
  ] as const
  for (const [key, value] of rejected) {
    const { code, err, out } = await runCommandInProcess(env, 'setting', key, value)
    t.match({ code, err, out }, { code: 1, err: new RegExp(key), out: '' })
    t.equal(countLines(err), 1, 'a one-line message')
  }
  const stored = await app.coffer.platform.db.query('select name from settings')
  t.same(stored, [{ name: 'setup_wizard_success' }], 'no value is stored')

  t.match(await cli(env, 'setting', 'chunk_size', '8'), { code: 0, out: '8\n' })
  const listed = await runCommandInProcess(env, 'setting', '--list')
  t.match(listed, {
    code: 0,
    out: /chunk_size = 8\n.*\n {4}a number from 0\.0625 to 1024 \(MiB\); default 16; public/,
  })
  t.match(await runCommandInProcess(env, 'setting', 'chunk_size', '--default'), { code: 0, out: '16\n' })
  t.match(await cli(env, 'setting', 'app_title', 'Our', 'files'), { code: 2, err: /quotes/ })
})

t.test('a setting that administrators’ pages would reject is rejected by the command too', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const { db, languages } = app.coffer.platform
  const logo = `logo-${'a'.repeat(16)}-10x10.webp`
  for (const [key, value, reason] of [
    ['language', 'sv', /has no language sv; it has ar, /],
    ['app_logo', logo, /uploaded/],
    ['backup_url', 's3://key:secret@127.0.0.1:1/backups?tls=0', /./],
  ] as const) {
    const { code, err } = await runCommandInProcess(env, 'setting', key, value)
    t.match({ code, err }, { code: 1, err: reason }, key)
    t.equal(countLines(err), 1, 'a one-line message')
  }
  const stored = await db.query(`select name from settings where name in ('language', 'app_logo', 'backup_url')`)
  t.same(stored, [], 'no value is stored')
  await db.transaction((tx) => languages.save(tx, 'sv', 'Svenska'))
  t.match(await runCommandInProcess(env, 'setting', 'language', 'sv'), { code: 0, out: 'sv\n' })
  t.match(await runCommandInProcess(env, 'setting', 'app_logo', logo, '--force'), { code: 0 })
  t.match(await runCommandInProcess(env, 'setting', 'app_logo', ''), { code: 0 })
})

t.test('open pages are notified of a setting that a command changed, and the server reads it at once', async (t) => {
  const app = await testApp(t)
  const user = await signUp(app)
  const socket = await testSocket(t, app, user.client)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  t.match(await cli(env, 'setting', 'app_title', 'Ours'), { code: 0 })
  await socket.next('settings-changed')
  t.equal(await app.coffer.platform.settings.get('app_title'), 'Ours')
  t.match(await cli(env, 'setting', 'app_title', '--default'), { code: 0 })
  await socket.next('settings-changed')
})

t.test('cli routes lists all endpoints without a database', async (t) => {
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

t.test('A59: weak or readable secrets stop the start with a one-line message', async (t) => {
  const { url } = await testDatabase(t)
  const start = async (env: Record<string, string>, dir = testFolder(t)) => {
    const result = await runScript('main', { DATA_DIR: dir, DATABASE_URL: url, PORT: '0', ...env })
    t.not(result.code, 0)
    t.equal(countLines(result.err), 1, result.err)
    return result.err
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
