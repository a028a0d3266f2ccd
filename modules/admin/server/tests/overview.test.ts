import { once } from 'node:events'
import { createServer } from 'node:net'
import t from 'tap'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'

const app = await testApp(t)
const { db, settings } = app.coffer.platform
const admin = await newAdmin(app)
const overview = () => app.coffer.admin.pages.overview('metered', 'en')

t.test('dashboard: a part that cannot be read does not hide the others', async (t) => {
  const whole = await overview()
  t.ok(whole.dashboard && whole.newest && whole.health)
  t.same(whole.transactions, [])
  t.equal(whole.lacksPlan, true)
  await db.query('alter table traffic_totals rename to hidden')
  const rest = await overview()
  t.match(rest.dashboard, {
    users: { total: 1 },
    disk: { used: 0, upload: null, download: null },
    app: { version: String, cron: { isRunning: Boolean } },
    failed: [{ figure: 'traffic', reason: /relation "traffic_totals" does not exist/ }],
  })
  t.match(await admin.client.get('/api/admin/dashboard'), {
    status: 200,
    body: { users: { total: 1 }, failed: [{ figure: 'traffic' }] },
  })
  t.match(rest, { newest: { data: [{}] }, transactions: [], lacksPlan: true })
  t.match(
    rest.health?.data.find(({ id }) => id === 'disk'),
    { state: 'ok' },
  )
  await db.query('alter table hidden rename to traffic_totals')
})

t.test('dashboard: a mail server that hangs does not delay the figures', async (t) => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const { port } = silent.address() as { port: number }
  await settings.setText('mail_url', `smtp://127.0.0.1:${port}`)
  t.teardown(() => settings.setText('mail_url', ''))
  const { dashboard, health } = await overview()
  t.ok(dashboard)
  t.equal(health, null, 'the page asks again by itself')
  const { data } = await app.coffer.admin.pages.health()
  t.match(
    data.find(({ id }) => id === 'mail'),
    { outcome: 'slow' },
  )
})
