import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { Client } from '../../../../tests/support/client.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { readInstallationId, requireAppKey, setVariables } from '../../../platform/index.ts'
import { Wizard } from '../wizard.ts'

t.test('the database step: a database of one’s own is tested and prepared; every failure is named', async (t) => {
  const app = await testApp(t, { installed: false, env: { DATABASE_URL: '' } })
  const used = new URL((await testDatabase(t)).url)
  const token = (await app.coffer.setupToken()) as string
  const silent = createServer((socket) => socket.end('220 mail ready\r\n')).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const host = used.hostname
  const right = {
    connection: 'pgsql',
    host,
    port: used.port,
    name: used.pathname.slice(1),
    username: decodeURIComponent(used.username),
    password: decodeURIComponent(used.password),
  }
  const choose = async (body: object) => {
    const response = await new Client(app.url).fetch('/api/setup/database', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-setup-token': token },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { code?: string; errors?: object } }
  }
  for (const [change, code, field] of [
    [{ password: 'wrong' }, 'database-sign-in', 'password'],
    [{ name: 'nothing' }, 'database-missing', 'name'],
    [{ port: 1 }, 'database-unreachable', 'host'],
    [{ port: (silent.address() as { port: number }).port }, 'database-unreachable', 'host'],
    [{}, 'database-used', 'name'],
    [{ host: 'a b' }, 'value-invalid', 'host'],
    [{ username: '' }, 'value-invalid', 'username'],
    [{ connection: 'postgres' }, 'value-invalid', 'connection'],
    [{ connection: undefined }, 'value-invalid', 'connection'],
  ] as const)
    t.match(await choose({ ...right, ...change }), { status: 422, body: { code, errors: { [field]: [/\w/] } } }, code)
  const former = await testApp(t)
  await signUp(former)
  await requireAppKey(former.coffer.platform.db, [former.coffer.platform.config.appKey], [])
  const formerName = new URL(former.db.url).pathname.slice(1)
  t.match(await choose({ ...right, name: formerName, allow_used: '1' }), {
    status: 422,
    body: { code: 'database-key', errors: { app_key: [/\w/] } },
  })
  t.match(await choose({ ...right, name: formerName, allow_used: '1', app_key: 'short' }), {
    status: 422,
    body: { code: 'value-invalid', errors: { app_key: [/\w/] } },
  })
  const dotEnv = () => readFileSync(join(app.dataDir, '.env'), 'utf8')
  t.notMatch(dotEnv(), /DATABASE_URL/)
  t.match(await choose({ connection: 'embedded' }), { status: 200 })
  const { db } = app.coffer.platform
  const installationId = await readInstallationId(db)
  setVariables(app.dataDir, { BLOB_URL: 's3://key:secret@store.example.org/ours' })
  t.match(await choose({ ...right, allow_used: '1' }), { status: 200 })
  t.match(dotEnv(), new RegExp(`DATABASE_URL=postgres://.*/${right.name}`))
  t.notMatch(dotEnv(), /BLOB_URL/, 'the store is chosen after the database')
  t.match(await choose({ ...right, connection: 'mysql' }), { status: 422, body: { errors: { connection: [/\w/] } } })
  t.match(dotEnv(), /DATABASE_URL=/, 'an unknown kind of database changes nothing')
  const { url: failedUrl } = await testDatabase(t)
  const failed = new pg.Client({ connectionString: failedUrl })
  await failed.connect()
  await failed.query(`drop schema public cascade; create schema public; create table mikro_orm_migrations
    (id serial primary key, name varchar(255), executed_at timestamptz default now())`)
  await failed.end()
  const emptied = { ...right, name: new URL(failedUrl).pathname.slice(1) }
  const { state } = new Wizard(app.coffer.platform)
  state.complete('environment')
  t.match(await choose(emptied), { status: 200 }, 'the list of migrations that a failed attempt leaves')
  t.same(state.read().done, ['database'], 'store and mail server are chosen again')
  const shown = await new Wizard({
    ...app.coffer.platform,
    config: { ...app.coffer.platform.config, databaseUrl: `postgres://jane:se%40cret@db.example.org/files` },
  }).page('database')
  t.match(shown.values, {
    connection: 'pgsql',
    host: 'db.example.org',
    port: '5432',
    name: 'files',
    username: 'jane',
    password_stored: '1',
  })
  t.notMatch(JSON.stringify(shown), /se@cret|se%40cret/)
  const app_key = former.coffer.platform.config.appKey.toString('base64url')
  t.match(await choose({ ...right, name: formerName, allow_used: '1', app_key }), { status: 200 })
  t.match(dotEnv(), new RegExp(`APP_KEY=${app_key}`), 'the key of the instance that the database holds')
  const client = new pg.Client({ connectionString: used.href })
  await client.connect()
  t.teardown(() => client.end())
  const { rows } = await client.query(`select value from settings where name = 'installation_id'`)
  t.same(rows, [{ value: installationId }], 'a bucket that was chosen before stays that of this installation')
})
