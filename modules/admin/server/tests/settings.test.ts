import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { newAdmin } from '../../../../tests/support/admins.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { mailed } from '../../../../tests/support/mail-folder.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { mailSink } from '../../../../tests/support/smtp.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { type BrandingSetting, brandingSettings, type SettingName } from '../../../platform/index.ts'
import { type HomepageSection, type HomepageText, homepageSections, homepageTexts } from '../../../site/contract.ts'
import { settingPages, testedSettings } from '../services/setting-pages.ts'

const app = await testApp(t, { env: { API_RATE_LIMIT: '0,0' } })
const other = await testApp(t, { db: app.db, dataDir: app.dataDir, env: { API_RATE_LIMIT: '0,0' } })
const { settings, i18n, db } = app.coffer.platform
const admin = await newAdmin(app)
const user = await signUp(app)
const change = (name: string, value: unknown) => admin.client.patch('/api/admin/settings', { name, value })

const config = async (field: string) => (await anonymous(app).get<Record<string, unknown>>('/api/config')).body[field]
const upload = (name: string, bytes: number): Promise<string> =>
  putFile(user, name, Buffer.alloc(bytes, 1)).then(
    () => 'stored',
    (error: Error) => /upload: (\d+)/.exec(error.message)?.[1] ?? error.message,
  )
const register = async (email = `r-${randomUUID()}@example.org`) => {
  const password = 'four unrelated words'
  const client = anonymous(app)
  const body = { email, name: 'New', password, password_confirmation: password }
  const { status } = await client.post('/api/register', body)
  return { status, signedIn: (await client.get('/api/user')).status === 200 }
}
const capacity = async () =>
  (await user.client.get<{ data: { attributes: { capacity: number | null } } }>('/api/user/storage')).body.data
    .attributes.capacity
/** Number of versions after a file was replaced. */
const versions = async () => {
  const name = `${randomUUID()}.txt`
  const { id } = await putFile(user, name, 'one')
  const query = new URLSearchParams({ name, on_conflict: 'replace', upload_id: randomUUID(), offset: '0' })
  await user.client.fetch(`/api/upload/chunks?${query}&total_size=3&is_last_chunk=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'two',
  })
  return (await user.client.get<{ data: unknown[] }>(`/api/items/${id}/versions`)).body.data.length
}
const creditedPrice = async () => {
  await admin.client.post(`/api/subscriptions/admin/users/${user.id}/credit`, { amount: '5' })
  const { body } = await user.client.get<{ data: { data: { attributes: { price: string } } }[] }>(
    '/api/subscriptions/transactions',
  )
  return body.data[0]?.data.attributes.price
}
const loggedIp = async (owner: Actor) => {
  const share = await makeShare(owner, { id: await makeFolder(owner, randomUUID()), type: 'folder' })
  await anonymous(app).get(`/api/sharing/folders/all/${share.token}`)
  const rows = await db.query<{ ip: string | null }>('select ip from share_access_log where share_id = $1', [share.id])
  return rows[0]?.ip
}
const resetMail = async () => {
  const { email } = await signUp(app)
  await db.query('update users set locale = null where email = $1', [email])
  await anonymous(app).post('/api/password/recover', { email })
  return mailed(app.dataDir, email, ({ subject }) => subject)
}

/** Entries of a folder whose only action was two days ago. */
const activityKept = async () => {
  const owner = await signUp(app)
  const folder = await makeFolder(owner, randomUUID())
  await makeFolder(owner, randomUUID(), folder)
  await db.query(`update folder_activity set created_at = now() - interval '2 days' where folder_id = $1`, [folder])
  await app.coffer.platform.jobs.runNow('delete-old-activity')
  return (await owner.client.get<{ data: unknown[] }>(`/api/browse/activity/${folder}`)).body.data.length
}

const offered = async (name: string) =>
  (
    await admin.client.get<{ data: { service: string; allowed: boolean }[] }>('/api/admin/settings/payment-service')
  ).body.data.some(({ service, allowed }) => service === name && allowed)

type Proof = [value: string, seen: () => Promise<unknown>, expected: unknown]

/** What everybody reads of the home page's settings. */
const homepage = async (name: string) =>
  (await anonymous(app).get<Record<string, string>>(`/api/settings?column=${name}`)).body[name]
const homepageProofs = Object.fromEntries([
  ...homepageTexts.map((name) => [name, ['Our words', () => homepage(name), 'Our words']] as const),
  ...homepageSections.map((name) => [name, ['0', () => homepage(name), '0']] as const),
]) as unknown as Record<HomepageText | HomepageSection, Proof>

/** A value for each setting, and what a user sees of it. A setting without a proof fails. Of images: branding.test.ts. */
const proofs: Record<
  Exclude<
    SettingName,
    BrandingSetting | 'setup_wizard_success' | 'installation_id' | 'mail_url' | `${string}_credentials`
  >,
  Proof
> = {
  ...homepageProofs,
  app_title: ['Acme Files', () => config('app_name'), 'Acme Files'],
  app_description: ['Ours', () => config('app_description'), 'Ours'],
  app_color: ['#AA0000', async () => /#aa0000/i.test(await (await anonymous(app).fetch('/favicon.svg')).text()), true],
  allow_homepage: ['0', () => config('allowHomepage'), false],
  allow_api_docs: ['0', async () => (await anonymous(app).fetch('/api/openapi.json')).status, 404],
  registration: ['0', async () => (await register()).status, 401],
  user_verification: ['1', async () => (await register()).signedIn, false],
  block_disposable_email: ['0', async () => (await register(`${randomUUID()}@mailinator.com`)).status, 201],
  storage_limitation: ['0', capacity, null],
  default_max_storage_amount: ['7', capacity, 7_000_000_000],
  subscription_type: ['fixed', () => config('subscriptionType'), 'fixed'],
  billing_currency: ['JPY', creditedPrice, '¥5'],
  // What they do: invoices.test.ts, dunning.test.ts.
  billing_name: ['Acme', () => settings.get('billing_name'), 'Acme'],
  billing_vat_number: ['Acme', () => settings.get('billing_vat_number'), 'Acme'],
  billing_address: ['Acme', () => settings.get('billing_address'), 'Acme'],
  billing_city: ['Acme', () => settings.get('billing_city'), 'Acme'],
  billing_postal_code: ['Acme', () => settings.get('billing_postal_code'), 'Acme'],
  billing_state: ['Acme', () => settings.get('billing_state'), 'Acme'],
  billing_country: ['Acme', () => settings.get('billing_country'), 'Acme'],
  billing_phone_number: ['Acme', () => settings.get('billing_phone_number'), 'Acme'],
  tax_rates: ['DE=19', () => settings.get('tax_rates'), { DE: '19' }],
  allowed_registration_bonus: ['1', () => settings.get('allowed_registration_bonus'), true],
  registration_bonus_amount: ['2.5', () => settings.get('registration_bonus_amount'), 2.5],
  usage_bigger_than_balance: ['0', () => settings.get('usage_bigger_than_balance'), false],
  limit_usage_in_new_accounts: ['0', () => settings.get('limit_usage_in_new_accounts'), false],
  limit_usage_in_new_accounts_amount: ['5', () => settings.get('limit_usage_in_new_accounts_amount'), 5],
  default_max_team_member: ['3', () => config('teamsDefaultMembers'), 3],
  upload_limit: ['1', () => upload('large.bin', 1_000_001), '413'],
  chunk_size: ['8', () => config('chunkSize'), 8 << 20],
  mimetypes_blacklist: ['.EXE', () => upload('tool.exe', 1), '422'],
  trash_retention_days: ['9', () => app.coffer.storage.pages.trashRetention(), 9],
  activity_retention_days: ['1', activityKept, 0],
  versions_max: ['0', versions, 0],
  versions_retention_days: ['0', versions, 0],
  backup_folder: ['/var/backups/coffer', () => settings.get('backup_folder'), '/var/backups/coffer'],
  backup_url: ['s3://k:s@host/bucket', () => settings.get('backup_url'), 's3://k:s@host/bucket'],
  backup_interval_hours: ['12', () => settings.get('backup_interval_hours'), 12],
  backup_keep: ['3', () => settings.get('backup_keep'), 3],
  share_log_addresses: ['none', () => loggedIp(user), null],
  contact_email: [
    'help@example.org',
    async () => (await (await anonymous(app).fetch('/.well-known/security.txt')).text()).includes('help@example.org'),
    true,
  ],
  language: ['de', async () => /Passwort/.test(await resetMail()), true],
  allowed_google_login: ['1', () => config('allowedGoogleLogin'), true],
  google_client_id: ['id', () => config('isGoogleLoginConfigured'), true],
  google_client_secret: ['secret', () => settings.get('google_client_secret'), 'secret'],
  allowed_github_login: ['1', () => config('allowedGithubLogin'), true],
  github_client_id: ['id', () => config('isGithubLoginConfigured'), true],
  github_client_secret: ['secret', () => settings.get('github_client_secret'), 'secret'],
  allowed_facebook_login: ['1', () => config('allowedFacebookLogin'), true],
  facebook_client_id: ['id', () => config('isFacebookLoginConfigured'), true],
  facebook_client_secret: ['secret', () => settings.get('facebook_client_secret'), 'secret'],
  allowed_openid_login: ['1', () => settings.get('allowed_openid_login'), true],
  openid_name: ['Our login', () => settings.get('openid_name'), 'Our login'],
  openid_issuer: ['https://login.example.org', () => settings.get('openid_issuer'), 'https://login.example.org'],
  openid_client_id: ['id', () => settings.get('openid_client_id'), 'id'],
  openid_client_secret: ['secret', () => settings.get('openid_client_secret'), 'secret'],
  proof_of_work: ['1', async () => (await register()).status, 422],
  allowed_recaptcha: ['1', () => config('allowedRecaptcha'), true],
  recaptcha_client_id: ['site', () => config('recaptcha_client_id'), 'site'],
  recaptcha_client_secret: ['secret', () => settings.get('recaptcha_client_secret'), 'secret'],
  google_analytics: ['G-ABC123XYZ', () => config('googleAnalytics'), 'G-ABC123XYZ'],
  allowed_adsense: ['1', () => config('allowedAdsense'), true],
  adsense_client_id: ['ca-pub-1234567890123456', () => config('adsenseClientId'), 'ca-pub-1234567890123456'],
  adsense_banner_01: ['<ins data-ad-slot="1234567890"></ins>', () => config('adsenseBanner01'), '1234567890'],
  adsense_banner_02: ['2234567890', () => config('adsenseBanner02'), '2234567890'],
  adsense_banner_03: ['3234567890', () => config('adsenseBanner03'), '3234567890'],
  allowed_payments: ['1', () => config('allowedPayments'), true],
  allowed_stripe: ['1', () => offered('stripe'), true],
  stripe_payment_description: ['By card', () => settings.get('stripe_payment_description'), 'By card'],
  allowed_paypal: ['1', () => offered('paypal'), true],
  paypal_payment_description: ['By card', () => settings.get('paypal_payment_description'), 'By card'],
  allowed_paystack: ['1', () => offered('paystack'), true],
  paystack_payment_description: ['By card', () => settings.get('paystack_payment_description'), 'By card'],
  // What it does: direct-downloads.test.ts.
  direct_downloads: ['1', () => settings.get('direct_downloads'), true],
  license: [
    'CODE-1',
    async () => (await admin.client.get('/api/admin/settings?column=license')).body,
    { license: 'CODE-1' },
  ],
}

const changeable = Object.entries(settings.definitions).flatMap(([name, { internal }]) =>
  internal || testedSettings.includes(name) ? [] : [name],
)

t.test('settings: each is on one page, has its texts, and takes effect here and in another process', async (t) => {
  const placed = Object.values(settingPages).flatMap((groups) => groups.flatMap(({ names }) => names as string[]))
  t.strictSame([...placed].sort(), [...changeable].sort(), 'each is on exactly one page')
  const pages = ['settings', 'payments'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, '../../pages/admin', folder)),
  )
  t.ok(
    Object.keys(settingPages).every((page) => pages.includes(page)),
    'each page exists',
  )
  const proven = [...Object.keys(proofs), ...brandingSettings]
  t.strictSame(proven.sort(), [...changeable].sort(), 'each has a proof of its effect')
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

  for (const [name, [value, seen, expected]] of Object.entries(proofs)) {
    t.notSame(await seen(), expected, `${name}: differs before`)
    t.equal((await change(name, value)).status, 200, name)
    t.strictSame(await seen(), expected, `${name} takes effect`)
    const { type } = settings.definitions[name] ?? {}
    const inOther = async () => type?.format(await other.coffer.platform.settings.get(name as SettingName))
    await eventually(t, inOther, type?.format(type.parse(value)), `${name}: in the other process`)
    t.equal((await change(name, null)).status, 200, `${name}: back to the default`)
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
    "select details from audit_log where action = 'admin.setting.changed' and target = 'app_title' order by id limit 1 offset 2",
  )
  t.same(entry?.details, { before: 'Coffer', after: 'Live' })
})

t.test(
  'settings: a mail server is used after it accepted an email, in other processes too; its sign-in stays secret',
  async (t) => {
    const sink = await mailSink(t)
    const { hostname: host, port } = new URL(sink.url)
    const set = (smtp: object) => admin.client.post('/api/admin/settings/email', { mailDriver: 'smtp', smtp })
    const closed = await set({ host, port: 1, encryption: '', username: 'jane', password: 'top secret' })
    t.match(closed, { status: 422, body: { code: 'connection-failed' } })
    t.equal(await settings.get('mail_url'), '', 'nothing is saved')

    t.equal((await set({ host, port: Number(port), encryption: '' })).status, 200)
    t.match((await sink.next(admin.email)).message.subject, /test email/)
    const { email } = await signUp(other)
    await anonymous(other).post('/api/password/recover', { email })
    t.ok(await sink.next(email))
    const [row] = await db.query<{ value: string }>("select value from settings where name = 'mail_url'")
    t.notMatch(row?.value, /smtp/, 'stored encrypted')
    t.same((await admin.client.get('/api/admin/settings?column=mail_url')).body, { mail_url: '' })
    t.match(await change('mail_url', 'smtp://untested.example.org'), { status: 422, body: { code: 'setting-unknown' } })
    t.equal((await admin.client.post('/api/admin/settings/email', { mailDriver: 'log' })).status, 200)
    t.equal(await settings.get('mail_url'), '')
  },
)

t.test('settings: a test email really goes out, and a test event arrives', async (t) => {
  t.equal((await admin.client.post('/api/admin/test-email', {})).status, 200)
  t.match(await mailed(app.dataDir, admin.email, ({ subject }) => subject), /test email/)
  const socket = await testSocket(t, app, admin.client)
  t.equal((await admin.client.post('/api/admin/test-websockets', {})).status, 200)
  t.match(await socket.next('test'), { user: { id: admin.id } })
})
