import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { failWrites } from '../../../../tests/support/failing-writes.ts'
import { meteredPlan, meterOf, subscribeSince } from '../../../../tests/support/metered-accounts.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { resettingSettings, settingPages } from '../../contract.ts'
import { testedSettings } from '../services/tested-settings.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const other = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const { settings, i18n, db } = app.coffer.platform
const admin = await newAdmin(app)
const user = await signUp(app)
const change = (name: string, value: unknown) => admin.client.patch('/api/admin/settings', { name, value })
const changeable = Object.entries(settings.definitions).flatMap(([name, { internal }]) =>
  internal || testedSettings.includes(name) ? [] : [name],
)

// tests/e2e/settings-effects.test.ts tests the effect of each setting.
t.test('settings: each is on one page and has its texts', async (t) => {
  const placed = Object.values(settingPages).flatMap((groups) => groups.flatMap(({ names }) => names as string[]))
  t.strictSame([...placed].sort(), [...changeable].sort(), 'each is on exactly one page')
  const pages = ['settings', 'payments'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '../../pages/admin', folder)),
  )
  t.ok(
    Object.keys(settingPages).every((page) => pages.includes(page)),
    'each page exists',
  )
  for (const locale of i18n.locales)
    for (const name of changeable) {
      const choices = settings.definitions[name]?.type.input
      const unit = choices?.kind === 'number' ? i18n.messages(locale)[`admin:settings.unit.${choices.unit}`] : true
      t.ok(unit, `${locale}: unit of ${name}`)
      const values =
        choices?.kind === 'choice' && name !== 'language' ? choices.values.map((value) => `choice.${value}`) : []
      for (const part of ['label', 'help', ...values]) {
        const key = `admin:setting.${name}.${part}`
        t.ok(i18n.messages(locale)[key], `${locale}: ${key}`)
      }
    }
})

t.test('settings: unknown, internal and invalid ones are rejected; open pages hear of each change', async (t) => {
  const socket = await testSocket(t, other, user.client)
  for (const name of ['nonsense', 'setup_wizard_success', 'constructor'])
    t.match(await change(name, '1'), { status: 422, body: { code: 'setting-unknown', errors: { name: [/\w/] } } })
  t.match(await change('upload_limit', 'much'), { status: 422, body: { errors: { value: [/\w/] } } })
  t.match(await admin.client.get('/api/admin/settings?column=nonsense'), { status: 422 })
  await change('app_title', 'Live')
  t.ok(await socket.next('settings-changed'))
  await change('app_title', null)
  const [entry] = await db.query<{ details: unknown }>(
    "select details from audit_log where action = 'admin.setting.changed' and target = 'app_title' order by id limit 1",
  )
  t.same(entry?.details, { before: 'Coffer', after: 'Live' })
})

t.test(
  'settings: the object store of backups is used after an object was written, read and removed there',
  async (t) => {
    const calls: string[] = []
    const state = { denied: true, content: '' }
    const store = createHttpServer(async (request, response) => {
      calls.push(`${request.method} ${request.url?.replace(/probe\/[^?]+/, 'probe/…').split('?')[0]}`)
      let body = ''
      for await (const chunk of request) body += chunk
      if (state.denied) return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      if (request.method === 'PUT') state.content = body
      const isList = request.url?.startsWith('/bucket/?')
      const begun = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>'
      response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"1"' })
      if (request.method === 'POST') return response.end(begun)
      return response.end(isList ? '<ListBucketResult/>' : request.method === 'GET' ? state.content : '')
    }).listen(0, '127.0.0.1')
    await once(store, 'listening')
    t.teardown(() => store.close())
    const { port } = store.address() as AddressInfo
    const url = `s3://KEY:SECRET@127.0.0.1:${port}/bucket/folder?tls=0&pathStyle=1`
    const denied = await change('backup_url', url)
    t.match(denied, { status: 422, body: { code: 'storage-sign-in', errors: { value: [/\w/] } } })
    t.equal(await settings.get('backup_url'), '', 'nothing is stored')
    state.denied = false
    calls.length = 0
    t.equal((await change('backup_url', url)).status, 200)
    t.equal(await settings.get('backup_url'), url)
    const parts = ['PUT', 'GET', 'DELETE', 'POST', 'DELETE'].map((method) => `${method} /bucket/folder/probe/…`)
    t.same(calls, [...parts, 'GET /bucket/'], 'an upload in parts was begun and ended, and the folder listed')
    t.match(await change('backup_url', 's3://host/bucket'), { status: 422, body: { code: 'setting-invalid' } })
    t.equal((await change('backup_url', null)).status, 200)
  },
)

t.test('settings: what decides who signs in or which backups exist requires a recent password', async (t) => {
  const { client, id } = await newAdmin(app)
  const patch = (name: string, value: unknown) => client.patch('/api/admin/settings', { name, value })
  await db.query('update sessions set password_confirmed_at = null where user_id = $1', [id])
  const guarded = changeable.filter((name) =>
    /^(openid_issuer|allowed_.+_login|(google|github|facebook|openid)_client_id|backup_.+)$|_secret$/.test(name),
  )
  t.equal(guarded.length, 18)
  for (const name of guarded)
    t.match(await patch(name, null), { status: 423, body: { code: 'password-confirmation-required' } }, name)
  t.equal((await patch('app_title', null)).status, 200, 'others do not')
  await db.query("update users set role = 'user' where id = $1", [id])
})

t.test('settings: another issuer removes the client secret, which it would be sent', async (t) => {
  const audited = async () =>
    (
      await db.query<{ target: string }>(
        `select target from audit_log where action = 'admin.setting.changed' and target like 'openid_%' order by id`,
      )
    ).map(({ target }) => target)
  const secret = async () => (await settings.get('openid_client_secret')) !== ''
  for (const [issuer, keeps] of [
    ['https://id.example.org/realm', true],
    ['https://evil.example.org', false],
    [null, false],
  ] as const) {
    await settings.set({ openid_issuer: 'https://id.example.org/realm', openid_client_secret: 'words' })
    t.equal(await secret(), true, 'stored together')
    const before = await audited()
    t.equal((await change('openid_issuer', issuer)).status, 200)
    t.equal(await secret(), keeps, `${issuer}`)
    const removed = keeps ? [] : ['openid_client_secret']
    t.same(await audited(), [...before, 'openid_issuer', ...removed], `${issuer}, audited`)
  }
  const resetting = changeable.filter((name) => settings.definitions[name]?.resets)
  t.same(resettingSettings, resetting, 'pages save them first')
})

t.test('settings: the pages of identity providers show the URL to register there', async (t) => {
  const { callbacks } = await app.coffer.admin.pages.signInSettings()
  t.equal(callbacks.google, `${app.url}/socialite/google/callback`)
  t.same(Object.keys(callbacks), ['google', 'github', 'facebook', 'openid'])
})

t.test('settings: the currency of balances changes only while nothing is stored or owed in another one', async (t) => {
  const inUse = { status: 422, body: { code: 'currency-in-use', errors: { value: [/\w/] } } }
  const set = (value: string | null) => change('billing_currency', value)
  const owner = await signUp(app)
  const { billing } = app.coffer
  t.match(await set('EUR'), { status: 200 })
  await admin.client.post(`/api/subscriptions/admin/users/${owner.id}/credit`, { amount: '5' })
  t.match(await set('HUF'), inUse, 'a balance')
  t.match(await set(null), inUse, 'also by the default, USD')
  t.match(await set('nonsense'), { status: 422, body: { code: 'setting-invalid' } })
  t.match(await set('EUR'), { status: 200 }, 'the one that is in use')
  const spend = (amount: number) =>
    db.transaction((tx) =>
      billing.ledger.post(tx, {
        userId: owner.id,
        amount,
        currency: 'EUR',
        type: 'withdrawal',
        gateway: 'system',
        key: `spent ${amount}`,
        from: { balance: owner.id },
        to: 'sales',
      }),
    )
  await spend(500)
  t.match(await set('HUF'), { status: 200 }, 'it is spent')
  t.equal(await settings.get('billing_currency'), 'HUF')

  const version = await meteredPlan(app.coffer, 'HUF', [meterOf('storage', '1')])
  t.match(await set('EUR'), { status: 200 }, 'an archived plan without subscribers')
  await db.query("update plans set status = 'active' where type = 'metered'")
  t.match(await set('USD'), inUse, 'the metered plan')
  await db.query("update plans set status = 'archived' where type = 'metered'")
  const subscription = await subscribeSince(app.coffer, owner.id, version, new Date())
  t.match(await set('USD'), inUse, 'usage that will be billed')
  await db.transaction((tx) => billing.subscriptions.apply(tx, subscription, { type: 'completed', at: new Date() }))
  t.match(await set('USD'), { status: 200 })
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total)
     values (gen_random_uuid(), $1, $2, $3, now() - interval '1 day', now(), 'HUF', '[]', 900)`,
    [owner.id, subscription, version],
  )
  t.match(await set('EUR'), inUse, 'an open bill')
  t.match(await set('HUF'), { status: 200 }, 'back to the currency of the bill')
  await db.query("update bills set status = 'paid' where user_id = $1", [owner.id])
  t.match(await set(null), { status: 200 })

  await db.query(
    `insert into gateway_checkouts (reference, gateway, gateway_id, user_id, purpose, amount, currency, status)
     values ('unpaid', 'stripe', 'cs_unpaid', $1, 'funding', 2000, 'USD', 'open')`,
    [owner.id],
  )
  t.match(await set('EUR'), inUse, 'a payment that its user may be making')
  await db.query("update gateway_checkouts set created_at = now() - interval '73 hours' where user_id = $1", [owner.id])
  t.match(await set('EUR'), { status: 200 }, 'given up')
  t.match(await set(null), { status: 200 })
})

t.test('settings: none is changed without an entry in the audit log', async (t) => {
  t.equal((await change('app_title', 'Recorded')).status, 200)
  const stop = await failWrites(db, 'audit_log')
  for (const title of ['Unrecorded', null]) t.equal((await change('app_title', title)).status, 500)
  await stop()
  t.equal(await settings.get('app_title'), 'Recorded')
})
