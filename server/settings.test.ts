import { readFileSync } from 'node:fs'
import t from 'tap'
import { brandingSettings, parseSetting, SettingError } from '../modules/platform/index.ts'
import { testApp } from '../tests/support/app.ts'
import { Client } from '../tests/support/client.ts'
import { settingsDocs } from './cli/settings-docs.ts'
import { settingDefinitions } from './settings.ts'

/** Invalid values for each setting. */
const invalidValues: Record<string, readonly string[]> = {
  setup_wizard_success: ['', 'maybe'],
  restored_at: ['two\nlines', '2026-11-30T09:31:09+00'],
  clock_changed_at: ['two\nlines', '2026-11-30T09:31:09+00'],
  clock_changed_from: ['two\nlines', '2026-11-30T09:31:09+00'],
  installation_id: ['two\nlines', 'x'.repeat(37)],
  app_title: ['', ' ', 'two\nlines', 'x'.repeat(101)],
  app_description: ['two\r\nlines', 'x'.repeat(501)],
  app_color: ['', 'red', '#fff', '#00BC7E"><script>', '#00BC7G'],
  ...Object.fromEntries(
    brandingSettings.map((name) => [name, ['logo.png', '/etc/passwd', 'logo-AAAAAAAAAAAAAAAA-1x1.svg', '<b>']]),
  ),
  contact_email: ['jane', 'a@b.co, c@d.co', 'a@b.co\r\nBcc: x@y.z', '<a@b.co>'],
  mails_paused: ['', 'perhaps'],
  health_alerts: ['two\nlines', 'x'.repeat(501)],
  mail_url: ['mail.example.org', 'http://mail.example.org', 'smtp://'],
  language: ['', 'x', '../en', 'the first'],
  direct_downloads: ['', 'perhaps'],
  content_search: ['', 'perhaps'],
  license: ['x'.repeat(256), 'a\u0007b'],
  registration: ['', 'perhaps', '2'],
  block_disposable_email: ['', 'perhaps'],
  user_verification: ['', 'perhaps', '-1'],
  allowed_google_login: ['', 'perhaps'],
  google_client_id: ['two\nlines', 'x'.repeat(501)],
  google_client_secret: ['two\nlines', 'x'.repeat(501)],
  allowed_github_login: ['', 'perhaps'],
  github_client_id: ['two\nlines', 'x'.repeat(501)],
  github_client_secret: ['two\nlines', 'x'.repeat(501)],
  allowed_facebook_login: ['', 'perhaps'],
  facebook_client_id: ['two\nlines', 'x'.repeat(501)],
  facebook_client_secret: ['two\nlines', 'x'.repeat(501)],
  allowed_openid_login: ['', 'perhaps'],
  openid_name: ['', 'x'.repeat(51)],
  openid_issuer: ['login.example.org', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?x=1'],
  openid_client_id: ['two\nlines', 'x'.repeat(501)],
  openid_client_secret: ['two\nlines', 'x'.repeat(501)],
  proof_of_work: ['', 'perhaps'],
  allowed_recaptcha: ['', 'perhaps'],
  recaptcha_client_id: ['two\nlines', 'x'.repeat(501)],
  recaptcha_client_secret: ['two\nlines', 'x'.repeat(501)],
  google_analytics: ['G-', 'G-ABC123"><script>', 'https://example.org'],
  allowed_adsense: ['', 'perhaps'],
  adsense_client_id: ['pub-1', 'ca-pub-1', '<script>'],
  adsense_banner_01: ['<script>alert(1)</script>', '12', 'x'],
  adsense_banner_02: ['<ins data-ad-slot="x">', '12', 'x'],
  adsense_banner_03: ['<ins>', '12', 'x'],
  allowed_payments: ['', 'perhaps'],
  payments_paused: ['', 'perhaps'],
  allowed_stripe: ['', 'perhaps'],
  stripe_payment_description: ['a\u0007b', 'x'.repeat(301)],
  stripe_credentials: [
    'sk_test',
    '{}',
    '{"key":"a b","secret":"x","webhook":""}',
    '{"key":"","secret":"x","webhook":""}',
  ],
  allowed_paypal: ['', 'perhaps'],
  paypal_payment_description: ['a\u0007b', 'x'.repeat(301)],
  paypal_credentials: [
    'sk_test',
    '{}',
    '{"key":"a b","secret":"x","webhook":""}',
    '{"key":"","secret":"x","webhook":""}',
  ],
  allowed_paystack: ['', 'perhaps'],
  paystack_payment_description: ['a\u0007b', 'x'.repeat(301)],
  paystack_credentials: [
    'sk_test',
    '{}',
    '{"key":"a b","secret":"x","webhook":""}',
    '{"key":"","secret":"x","webhook":""}',
  ],
  allow_homepage: ['', 'null'],
  section_features: ['', 'perhaps'],
  section_feature_boxes: ['', 'perhaps'],
  section_pricing_content: ['', 'perhaps'],
  section_get_started: ['', 'perhaps'],
  header_title: ['two\nlines', 'x'.repeat(121)],
  header_description: ['a\u0007b', 'x'.repeat(601)],
  features_title: ['two\nlines', 'x'.repeat(121)],
  features_description: ['a\u0007b', 'x'.repeat(601)],
  feature_title_1: ['two\nlines', 'x'.repeat(121)],
  feature_description_1: ['a\u0007b', 'x'.repeat(601)],
  feature_title_2: ['two\nlines', 'x'.repeat(121)],
  feature_description_2: ['a\u0007b', 'x'.repeat(601)],
  feature_title_3: ['two\nlines', 'x'.repeat(121)],
  feature_description_3: ['a\u0007b', 'x'.repeat(601)],
  pricing_title: ['two\nlines', 'x'.repeat(121)],
  pricing_description: ['a\u0007b', 'x'.repeat(601)],
  get_started_title: ['two\nlines', 'x'.repeat(121)],
  get_started_description: ['a\u0007b', 'x'.repeat(601)],
  footer_content: ['a\u0007b', 'x'.repeat(2_001)],
  allow_api_docs: ['', 'perhaps'],
  mimetypes_blacklist: ['exe,<b>', 'image/*', 'a b'],
  upload_limit: ['', '-1', 'lots', 'NaN', 'Infinity', '1e3', '0x10', '1000000001'],
  chunk_size: ['', '-5', '0', '0.01', '1025', 'sixteen', '16MB'],
  trash_retention_days: ['', '-1', 'never', '1.5', '36501'],
  activity_retention_days: ['', '-1', 'never', '1.5', '36501'],
  audit_retention_days: ['', '0', '29', 'never', '30.5', '36501'],
  versions_retention_days: ['', '-1', 'never', '1.5', '36501'],
  versions_max: ['', '-1', 'many', '1.5', '10001'],
  backup_url: [
    's3://host/bucket',
    'https://k:s@host/b',
    's3://k:s@host/b/../c',
    's3://k:s@host/b/a b',
    's3://k:s@host',
  ],
  backup_folder: ['backups', './x', '/a\u0007b'],
  backup_interval_hours: ['', '0', 'daily', '8761'],
  backup_keep: ['', '0', 'all', '1001'],
  share_log_addresses: ['', 'SHORT', 'all'],
  share_log_retention_days: ['', '-1', 'never', '1.5', '36501'],
  subscription_type: ['', 'weird', 'Fixed'],
  billing_currency: ['', 'usd', 'dollars', 'XYZ'],
  storage_limitation: ['', 'lots'],
  default_max_storage_amount: ['', '-1', 'lots', '5GB', '1e9', '1000000000'],
  default_max_team_member: ['', '-2', 'many', '1.5'],
  billing_name: ['x'.repeat(201), 'a\u0007b'],
  billing_vat_number: ['x'.repeat(201), 'a\u0007b'],
  billing_address: ['x'.repeat(201), 'a\u0007b'],
  billing_city: ['x'.repeat(201), 'a\u0007b'],
  billing_postal_code: ['x'.repeat(201), 'a\u0007b'],
  billing_state: ['x'.repeat(201), 'a\u0007b'],
  billing_country: ['x'.repeat(201), 'a\u0007b'],
  billing_phone_number: ['x'.repeat(201), 'a\u0007b'],
  tax_rates: ['DE', 'de=19', 'DE=119', 'DE=19, DE=7', 'DE=1.23456'],
  usage_bigger_than_balance: ['', 'perhaps'],
  allowed_registration_bonus: ['', 'perhaps'],
  registration_bonus_amount: ['', '-1', 'lots'],
  limit_usage_in_new_accounts: ['', 'perhaps'],
  limit_usage_in_new_accounts_amount: ['', '-1', 'lots'],
}

const errorFor = (key: string, text: string): string => {
  try {
    parseSetting(settingDefinitions, key, text)
  } catch (error) {
    if (error instanceof SettingError) return error.message
  }
  return 'accepted'
}

t.test('every setting has a default of its own type, and rejects values outside its limits', async (t) => {
  t.same(Object.keys(invalidValues).sort(), Object.keys(settingDefinitions).sort(), 'every setting is in this table')
  for (const [key, { type, default: standard }] of Object.entries(settingDefinitions)) {
    t.same(type.parse(type.format(standard)), standard, `${key}: default`)
    for (const text of invalidValues[key] ?? []) {
      t.match(errorFor(key, text), new RegExp(`^${key} must be [^\n]+$`), text)
    }
  }
  t.match(errorFor('nonsense', '1'), 'There is no setting "nonsense"')
  t.match(errorFor('constructor', '1'), 'There is no setting "constructor"')
})

t.test('an invalid stored value counts as the default, never as no limit', async (t) => {
  const { coffer, url } = await testApp(t)
  const { settings, db } = coffer.platform
  const store = async (key: string, value: string | null) => {
    await db.query(
      'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [key, value],
    )
    // Makes the next reading a fresh one.
    await settings.set({})
  }
  for (const [key, { default: standard, type }] of Object.entries(settingDefinitions))
    for (const text of [...(invalidValues[key] ?? []), null]) {
      await store(key, text)
      const value = await settings.get(key as 'chunk_size')
      t.same(value, type.recover && text !== null ? type.recover(text) : standard, `${key} ${text}`)
      t.equal(await settings.isUnreadable(key as 'chunk_size'), text !== null)
    }
  for (const [key, texts] of Object.entries(invalidValues)) await store(key, texts.at(-1) ?? '')
  await store('setup_wizard_success', '1')
  const id = await coffer.users.adminCommands.create({ email: 'owner@example.org', password: 'four unrelated words' })
  t.equal((await coffer.billing.entitlements.canUpload(id)).limit, 5_000_000_000)
  t.equal(await coffer.storage.api.uploads.sizeLimit(), null, 'the default of upload_limit')
  t.same(await coffer.storage.api.versions.purge(), { removed: 0 }, 'nothing is deleted by a guessed retention')
  const { body } = await new Client(url).get<Record<string, unknown>>('/api/config')
  t.match(body, {
    app_name: 'Coffer',
    app_color: '#00BC7E',
    subscriptionType: 'none',
    storageLimit: true,
    storageDefaultSpace: 5,
    chunkSize: 16 * 1024 * 1024,
    uploadLimit: 0,
    uploadLimitFormatted: null,
    userRegistration: true,
  })
  t.notMatch(JSON.stringify(body), /<script|weird|lots/)
})

t.test('the valid entries of an invalid list still block', async (t) => {
  const { coffer } = await testApp(t)
  const { settings, db } = coffer.platform
  await db.query("insert into settings (name, value) values ('mimetypes_blacklist', 'PHP, <b>,image/svg+xml')")
  await settings.set({})
  t.same(await settings.get('mimetypes_blacklist'), ['php', 'image/svg+xml'])
})

t.test('an invalid value is logged once, not at each read', async (t) => {
  const { coffer } = await testApp(t)
  const { settings, db, log } = coffer.platform
  const logged = t.capture(log, 'error')
  const names = () => logged().flatMap(({ args }) => (args[0] as { setting?: string }).setting ?? [])
  const store = async (value: string) => {
    await db.query(
      "insert into settings (name, value) values ('chunk_size', $1) on conflict (name) do update set value = $1",
      [value],
    )
    await settings.set({})
  }
  await store('huge')
  const values = await Promise.all([1, 2, 3].map(() => settings.get('chunk_size')))
  await settings.set({})
  t.same([...values, await settings.get('chunk_size')], [16, 16, 16, 16])
  t.same(names(), ['chunk_size'])
  await store('larger')
  await settings.get('chunk_size')
  t.same(names(), ['chunk_size'], 'another invalid value is logged again')
})

t.test('code cannot store a value outside the limits either', async (t) => {
  const { coffer } = await testApp(t)
  const { settings } = coffer.platform
  await t.rejects(settings.set({ chunk_size: -5 }), /must be|no setting/)
  await t.rejects(settings.set({ app_color: 'red' }), /must be|no setting/)
  await t.rejects(settings.set({ chunk_size: 8, nonsense: 1 } as never), /must be|no setting/)
  t.equal(await settings.get('chunk_size'), 16, 'a rejected change stores nothing')
  await settings.set({ chunk_size: 0.5 })
  t.equal(await settings.get('chunk_size'), 0.5)
  await settings.reset('chunk_size')
  t.equal(await settings.get('chunk_size'), 16)
})

t.test('docs/settings.md matches the definitions', async (t) => {
  const stored = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')
  t.equal(stored, settingsDocs(), 'regenerate it: npm run -s cli -- setting --docs > docs/settings.md')
})
