import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import t from 'tap'
import { localBlobs, setVariables } from '../modules/platform/index.ts'
import { signIn, signUp } from '../tests/support/actors.ts'
import { testApp } from '../tests/support/app.ts'
import { commandEnv, withoutSchema } from '../tests/support/backups.ts'
import { cli, countLines } from '../tests/support/cli.ts'
import { Client } from '../tests/support/client.ts'
import { runCommandInProcess } from '../tests/support/command.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import { eventually } from '../tests/support/poll.ts'
import { commandFailureText } from './cli/failure-text.ts'
import { startProblemText } from './start-problem-text.ts'

const admin = ['--admin-email', 'root@example.org', '--admin-password', 'four unrelated words']

t.test('A57, A58: cli setup works once, beside a running server', async (t) => {
  const app = await testApp(t, { installed: false })
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const visitor = new Client(app.url)
  t.ok(await app.coffer.setupToken())
  t.ok(existsSync(join(app.dataDir, '.setup.json')))
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
  t.strictSame(outcomes.map(({ code }) => code).sort(), [0, 1], 'one of two concurrent setups succeeds')
  const rejected = outcomes.find(({ code }) => code === 1)
  t.equal(rejected?.err.trim(), 'Coffer is set up already.')
  t.ok(existsSync(join(app.dataDir, '.installed')))
  t.notOk(existsSync(join(app.dataDir, '.setup.json')), 'nothing of the wizard is left')
  const [count] = await app.coffer.platform.db.query<{ n: number }>(
    "select count(*)::int as n from users where role = 'admin'",
  )
  t.equal(count?.n, 1)

  const state = async () => (await visitor.get<{ installation: string }>('/api/config')).body.installation
  await eventually(t, state, 'installation-done')
  const root = await signIn(app, { email: 'root@example.org', name: 'Admin', password: 'four unrelated words' })
  t.match((await root.client.get<{ data: object }>('/api/user')).body.data, { attributes: { role: 'admin' } })

  await app.coffer.platform.db.query("delete from settings where name = 'setup_wizard_success'")
  t.match(await cli(env, 'setup', ...admin), { code: 1, err: /already/ }, 'the file alone blocks it too')
})

t.test('cli setup on a database where no server has run', async (t) => {
  const db = await testDatabase(t)
  await withoutSchema(db.url)
  const done = await cli(await commandEnv(testFolder(t), db.url), 'setup', ...admin)
  t.match(done, { code: 0 }, done.err)
})

t.test('cli setup: the store of a set-up instance, or of input that is not valid, is not switched', async (t) => {
  const db = await testDatabase(t)
  await withoutSchema(db.url)
  const env = { DATA_DIR: testFolder(t), DATABASE_URL: db.url }
  setVariables(env.DATA_DIR, { BLOB_URL: localBlobs })
  const store = () => parseEnv(readFileSync(join(env.DATA_DIR, '.env'), 'utf8')).BLOB_URL
  const short = ['--admin-email', 'root@example.org', '--admin-password', 'short']
  t.match(await cli(env, 'setup', ...short, '--storage', 'local'), { code: 1, err: /10 to 128/ })
  t.equal(store(), localBlobs)
  t.match(await cli(env, 'setup', ...admin), { code: 0 })
  t.match(await cli(env, 'setup', ...admin, '--storage', 'local'), { code: 1, err: /set up already/ })
  t.equal(store(), localBlobs)
})

t.test('cli: commands on an instance do not create one, and say how to choose another', async (t) => {
  const missing = join(testFolder(t), 'data')
  const db = await testDatabase(t)
  await withoutSchema(db.url)
  const unset = await testApp(t, { installed: false })
  const target = join(testFolder(t), 'backups')
  const commands = [
    ['backup', target],
    ['fsck'],
    ['user', 'create', '--email', 'jane@example.org', '--password', 'four unrelated words'],
    ['blobs', 'move', '--to', 'local'],
    ['rotate-key'],
  ]
  const rejects = async (env: { DATA_DIR: string; DATABASE_URL?: string }, ...args: string[]) => {
    const { code, err } = await cli(env, ...args)
    t.equal(code, 1, args.join(' '))
    t.equal(countLines(err), 1, err)
    t.ok(err.startsWith(`no instance of Coffer is set up in ${env.DATA_DIR}: set DATA_DIR`), err)
  }
  for (const runCommandInProcess of commands) await rejects({ DATA_DIR: missing }, ...runCommandInProcess)
  t.notOk(existsSync(missing), 'no data folder')
  const empty = testFolder(t)
  await rejects({ DATA_DIR: empty }, 'backup', target)
  t.strictSame(readdirSync(empty), [])
  await rejects({ DATA_DIR: empty, DATABASE_URL: db.url }, 'backup', target)
  await rejects({ DATA_DIR: unset.dataDir, DATABASE_URL: unset.db.url }, 'backup', target)
  t.notOk(existsSync(target), 'and no backup')
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  t.equal((await client.query("select 1 from pg_tables where schemaname = 'public'")).rowCount, 0, 'no table')
  await client.end()
})

t.test('cli: accounts, settings, jobs, fsck', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const password = 'four unrelated words'
  const jane = { email: 'jane@example.org', name: 'Jane', password }
  const create = ['user', 'create', '--email', jane.email, '--password', password]
  t.match(await cli(env, ...create, '--name', 'Jane'), { code: 0, out: /created user jane@example.org/ })
  const again = await runCommandInProcess(env, ...create)
  t.match(again, { code: 1, err: /already/ })
  t.equal(countLines(again.err), 1, 'a one-line message')
  t.match(await runCommandInProcess(env, 'user', 'create', '--email', 'x', '--password', password), {
    code: 1,
    err: /not a valid email/,
  })

  const before = await signIn(app, jane)
  t.equal((await cli(env, 'user', 'role', '--email', jane.email, '--role', 'admin')).code, 0)
  const status = async () => (await before.client.get('/api/user')).status
  await eventually(t, status, 401, 'a new role ends sessions within seconds')
  const next = 'another set of words'
  await app.coffer.platform.db.query('update users set two_factor_secret = $1, two_factor_confirmed_at = now()', [
    'lost',
  ])
  const reset = ['user', 'password', '--email', jane.email, '--password', next, '--reset-second-factor']
  t.match(await runCommandInProcess(env, ...reset), { code: 0, out: /no second factor any more/ })
  const after = await signIn(app, { ...jane, password: next })
  t.match((await after.client.get<{ data: object }>('/api/user')).body.data, { attributes: { role: 'admin' } })

  t.match(await runCommandInProcess(env, 'setting', 'upload_limit', '7'), { code: 0, out: '7\n' })
  await app.coffer.billing.credits.give({ actorId: after.id, ip: '127.0.0.1' }, after.id, { amount: '5' })
  const changed = ['setting', 'billing_currency', 'EUR']
  t.match(
    await runCommandInProcess(env, ...changed),
    { code: 1, err: /balances.*--force/ },
    'a balance would be left behind',
  )
  t.match(await runCommandInProcess(env, ...changed, '--force'), { code: 0, out: 'EUR\n' })
  t.match(await runCommandInProcess(env, 'jobs', 'run', 'cleanup-accounts'), { code: 0, out: /cleanup-accounts done/ })
  t.match(await runCommandInProcess(env, 'jobs', 'run', 'nonsense'), { code: 2, err: /no job is called nonsense/ })
  t.match(await runCommandInProcess(env, 'jobs', 'retry', '1'), { code: 2, err: /no failed job/ })
  t.match(JSON.parse((await runCommandInProcess(env, 'jobs', '--json')).out), [
    { name: 'aggregate-folder-sizes', failed: 0 },
  ])
  const lastAdmin = { code: 1, err: /^The installation would have no administrator\.$/m }
  t.match(
    await runCommandInProcess(env, 'user', 'suspend', '--email', jane.email),
    lastAdmin,
    'the last administrator stays',
  )
  t.match(
    await runCommandInProcess(env, 'user', 'role', '--email', jane.email, '--role', 'user'),
    lastAdmin,
    'in that role too',
  )
  t.match(await runCommandInProcess(env, 'user', 'list'), { code: 0, out: /jane@example.org admin active/ })
  t.match(JSON.parse((await runCommandInProcess(env, 'settings', '--list', '--json')).out), {
    upload_limit: '7',
    mail_url: '',
  })
  const health = await cli(env, 'doctor')
  t.equal(health.code, 0, health.out)
  // A busy machine makes it amber; both mean that it answers.
  t.match(health.out, /^(green|amber) {2}Database: Answers in [\d,]+ ms/m)
  t.match(health.out, /^amber {2}Backups: [^\n]+\n +→ /m, 'with the next step')
  t.match(health.out, /: [^\n]*[\d.]+ [MGT]B/, 'sizes as people read them')
  t.match(health.out, /^green {2}Clock: Server and database agree to \d+ sec\.$/m, 'times with their unit')
  t.match(health.out, /^green {2}Port: 127\.0\.0\.1:\d+$/m, 'what the status check of the setup knows')
  t.match(health.out, /^green {2}Data folder can be written: \//m)
  t.notMatch(health.out, /\{\{|admin:|installer:|BB/)
  const closed = await runCommandInProcess({ ...env, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 'doctor', '--json')
  t.equal(closed.code, 1)
  t.match(JSON.parse(closed.out), [{ id: 'database', state: 'error' }])
  t.match(await cli({}, 'backup', '--help'), { code: 0, out: /backup <folder \| s3/ })
  t.match(await runCommandInProcess(env, 'fsck', '--deep', '--json'), { code: 0, out: /"findings": \[\]/ })
  t.match(await cli(env, 'constructor'), { code: 2, err: /no command/ })
})

t.test('cli: an argument or value that a command does not take is wrong usage, and changes nothing', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const rejected: [string[], RegExp][] = [
    [['gc', '--grace', ''], /^--grace has an empty value$/m],
    [['gc', '--grace='], /^--grace has an empty value$/m],
    [['gc', '--grace', ' '], /^--grace is a number of hours/m],
    [['gc', '--grace', '1e9'], /^--grace is a number of hours/m],
    [['fsck', '--grace', 'Infinity'], /^--grace is a number of hours/m],
    [['gc', '48'], /^unexpected argument 48$/m],
    [['jobs', 'failed', '48'], /^jobs /m],
    [['user', 'list', 'jane@example.org'], /^unexpected argument/m],
    [['setting', 'app_title', '--defualt'], /^setting has no option --defualt/m],
    [['setting', 'app_title', 'Ours', '--default'], /^--default takes/m],
  ]
  for (const [args, err] of rejected) t.match(await cli(env, ...args), { code: 2, err }, args.join(' '))
  const { settings } = app.coffer.platform
  t.equal(await settings.get('app_title'), 'Coffer')
  t.match(await cli(env, 'setting', 'app_title', '--', '--defualt'), { code: 0, out: '--defualt\n' })
})

t.test('cli: a failed connection to each address of the database’s host is named', async (t) => {
  const failure = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:5432`), { code: 'ECONNREFUSED' })
  const parts = [failure('::1'), failure('127.0.0.1')]
  const error = Object.assign(new AggregateError(parts), { code: 'ECONNREFUSED' })
  t.equal(commandFailureText('user', error), 'user failed: connect ECONNREFUSED ::1:5432')
  t.match(startProblemText(error), /\(ECONNREFUSED\): connect ECONNREFUSED ::1:5432$/)
  t.equal(commandFailureText('user', Object.assign(new Error(''), { code: 'EPIPE' })), 'user failed: EPIPE')
})

t.test('cli: commands report their result as JSON', async (t) => {
  const app = await testApp(t, { installed: false })
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const email = 'jane@example.org'
  const person = ['--email', email]
  const password = ['--password', 'four unrelated words']
  await app.coffer.platform.db.query(`insert into ended_slugs values ('former-name', gen_random_uuid())`)
  for (const [args, result] of [
    [['setup', ...admin], { email: 'root@example.org' }],
    [['user', 'create', ...person, ...password], { email, role: 'user', id: /^[0-9a-f-]{36}$/ }],
    [['user', 'password', ...person, ...password], { email, signed_out: true }],
    [['user', 'role', ...person, '--role', 'admin'], { email, role: 'admin' }],
    [['user', 'suspend', ...person], { email, status: 'suspended' }],
    [['setting', 'upload_limit', '7'], { name: 'upload_limit', value: '7' }],
    [['links', 'free', 'former-name'], { slug: 'former-name' }],
    [['jobs', 'run', 'cleanup-accounts'], { name: 'cleanup-accounts' }],
    [['billing', 'recompute', '--period', '2026-01'], { bills: 0, differing: [], unposted: [] }],
    [['blobs', 'move', '--to', 'local'], { state: 'unchanged' }],
    [['mails', 'preview', '--out', join(app.dataDir, 'preview')], { count: Number }],
  ] as const) {
    const { code, out, err } = await runCommandInProcess(env, ...args, '--json')
    t.equal(code, 0, `${args.join(' ')} ${err}`)
    t.match(JSON.parse(out), result, args.join(' '))
  }
})

t.test('cli: an account whose deletion has begun is not reported as active', async (t) => {
  const app = await testApp(t)
  const { email, id } = await signUp(app)
  await app.coffer.platform.db.query(
    `update users set status = 'suspended', deletion_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  t.match(await runCommandInProcess(env, 'user', 'reactivate', '--email', email), {
    code: 1,
    err: /deletion has begun/,
  })
})

t.test('cli mails preview: writes every email in every language, and sends none', async (t) => {
  const app = await testApp(t)
  const env = { DATA_DIR: app.dataDir, DATABASE_URL: app.db.url }
  const out = join(app.dataDir, 'preview')
  t.match(await runCommandInProcess(env, 'mails', 'preview', '--out', out), { code: 0, out: /wrote \d+ emails/ })
  for (const locale of ['en', 'de']) {
    const files = readdirSync(join(out, locale))
    t.ok(files.length >= 2 * 20, `${files.length} files in ${locale}`)
    for (const file of files)
      t.notMatch(readFileSync(join(out, locale, file), 'utf8'), /\{\{|(users|sharing|teams):mail/, file)
  }
  t.match(readFileSync(join(out, 'de', '01-bestätige-deine-e-mail-adresse-für-coffer.txt'), 'utf8'), /Coffer/)
  t.notOk(existsSync(join(app.dataDir, 'mail')), 'none is sent')
  t.match(await cli(env, 'mails'), { code: 2 })
})
