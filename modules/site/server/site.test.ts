import { randomUUID } from 'node:crypto'
import t from 'tap'
import { signUp } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import { Client } from '../../../tests/support/client.ts'
import { meterOf } from '../../../tests/support/metered-accounts.ts'
import { eventually } from '../../../tests/support/poll.ts'

t.test('GET /api/config: flat, public, without secrets', async (t) => {
  const app = await testApp(t, { env: { MAIL_URL: 'smtp://user:hidden@127.0.0.1:1' } })
  await app.coffer.platform.settings.set({ upload_limit: 250, mimetypes_blacklist: ['exe', 'php'] })
  const { status, body } = await new Client(app.url).get<Record<string, unknown>>('/api/config')
  t.equal(status, 200)
  t.match(body, {
    host: app.url,
    api: `${app.url}/api`,
    locale: 'en',
    subscriptionType: 'none',
    storageLimit: true,
    storageDefaultSpace: 5,
    storageDefaultSpaceFormatted: '5 GB',
    uploadLimit: 250_000_000,
    uploadLimitFormatted: '250 MB',
    chunkSize: 16 * 1024 * 1024,
    mimetypesBlacklist: 'exe,php',
    installation: 'installation-done',
    allowHomepage: true,
    isAuthenticated: false,
    defaultThemeMode: 'system',
    defaultEmoji: 'twemoji',
    isGithubLoginConfigured: false,
  })
  const text = JSON.stringify(body)
  for (const secret of ['hidden', 'coffer:', app.dataDir, app.coffer.platform.config.appKey.toString('base64url')])
    t.notOk(text.includes(secret))
})

t.test(
  'GET /api/config: payments, metering, footer and legal pages are what is configured; secrets are left out',
  async (t) => {
    const app = await testApp(t)
    const { settings } = app.coffer.platform
    const read = async () => (await new Client(app.url).get<Record<string, unknown>>('/api/config')).body
    t.match(await read(), {
      allowedPayments: false,
      allowed_payments: false,
      isStripe: false,
      isPayPal: false,
      isPaystack: false,
      stripe_public_key: null,
      paypal_client_id: null,
      paystack_public_key: null,
      isPayPalLive: false,
      stripe_payment_description: null,
      paypal_payment_description: null,
      paystack_payment_description: null,
      isCreatedMeteredPlan: false,
      meteredPlanId: null,
      app_footer: null,
      broadcasting: 'native',
      allowed_registration_bonus: false,
      registration_bonus_amount: 0,
      isEmptyPlans: true,
      isEmptyTransactions: true,
      isEmptySubscriptions: true,
    })
    const credentials = (name: string) => ({
      key: `public-${name}`,
      secret: 'hidden-1',
      webhook: 'hidden-2',
      live: true,
    })
    await settings.set({
      subscription_type: 'metered',
      allowed_payments: true,
      footer_content: '© Acme',
      allowed_stripe: true,
      allowed_paypal: true,
      allowed_paystack: true,
      stripe_payment_description: 'Cards',
      paypal_payment_description: 'Wallet',
      paystack_payment_description: 'Africa',
      stripe_credentials: credentials('s'),
      paypal_credentials: credentials('p'),
      paystack_credentials: credentials('k'),
      allowed_registration_bonus: true,
      registration_bonus_amount: 2.5,
    })
    const { billing } = app.coffer
    const actor = { actorId: randomUUID(), ip: '127.0.0.1' }
    const { plan_id } = await billing.plans.create(actor, 'metered', {
      name: 'Usage',
      description: null,
      currency: 'USD',
      amount: null,
      interval: null,
      meters: [meterOf('storage', '0.1')],
      max_storage_bytes: null,
      max_team_members: null,
    })
    const { id: user } = await signUp(app)
    await billing.credits.give(actor, user, { amount: '5' })
    await eventually(t, async () => (await read()).isEmptySubscriptions, false)
    const body = await read()
    t.match(body, {
      allowedPayments: true,
      allowed_payments: true,
      isStripe: true,
      isPayPal: true,
      isPaystack: true,
      stripe_public_key: 'public-s',
      paypal_client_id: 'public-p',
      paystack_public_key: 'public-k',
      stripe_payment_description: 'Cards',
      paypal_payment_description: 'Wallet',
      paystack_payment_description: 'Africa',
      isPayPalLive: true,
      isCreatedMeteredPlan: true,
      meteredPlanId: plan_id,
      app_footer: '© Acme',
      allowed_registration_bonus: true,
      registration_bonus_amount: 2.5,
      isEmptyPlans: false,
      isEmptyTransactions: false,
      broadcastingHost: new URL(app.url).host,
    })
    t.match(JSON.parse(String(body.legal)), [
      { slug: 'terms-of-service', title: /\w/, visibility: true },
      { slug: 'privacy-policy' },
      { slug: 'cookie-policy' },
    ])
    await app.coffer.site.pages.update('privacy-policy', { visible: false })
    t.notMatch((await read()).legal, /privacy-policy/)
    t.notMatch(JSON.stringify(body), /hidden/)
  },
)

t.test('GET /translations: immutable under their version only, else revalidated', async (t) => {
  const app = await testApp(t)
  const client = new Client(app.url)
  const plain = await client.get<Record<string, string>>('/translations/de')
  t.equal(plain.status, 200)
  t.equal(plain.headers.get('cache-control'), 'no-cache')
  t.equal(typeof plain.body['platform:error.not-found'], 'string')
  const version = app.coffer.platform.i18n.version('de')
  const versioned = await client.get(`/translations/de?v=${version}`)
  t.match(versioned.headers.get('cache-control'), /immutable/)
  t.notMatch((await client.get('/translations/de?v=other')).headers.get('cache-control'), /immutable/)
  const etag = plain.headers.get('etag') as string
  t.equal((await client.fetch('/translations/de', { headers: { 'if-none-match': etag } })).status, 304)
  const unknown = await client.get<Record<string, string>>('/translations/xx')
  t.same(unknown.body, (await client.get('/translations/en')).body, 'English for a language that is not offered')
})

t.test('favicon, robots.txt, sitemap and security.txt', async (t) => {
  const app = await testApp(t)
  const client = new Client(app.url)
  const { settings } = app.coffer.platform
  await settings.set({ app_color: '#102030', registration: false })
  const icon = await client.get<string>('/favicon.svg')
  t.match(icon.headers.get('content-type'), /^image\/svg\+xml/)
  t.match(icon.body, /fill="#102030".*stroke="#ffffff"/)
  t.match((await client.get<string>('/robots.txt')).body, /Disallow: \/platform\/[\s\S]*Sitemap: http/)
  const map = (await client.get<string>('/sitemap.xml')).body
  t.match(map, `<loc>${app.url}/sign-in</loc>`)
  t.notMatch(map, '/sign-up')
  t.equal((await client.get('/.well-known/security.txt')).status, 404, 'without a contact email')
  await settings.set({ contact_email: 'security@example.org' })
  t.match(
    (await client.get<string>('/.well-known/security.txt')).body,
    /^Contact: mailto:security@example.org\nExpires: 20/,
  )
})

t.test('a sign-up that cannot succeed is neither in the sitemap nor in the public configuration', async (t) => {
  const app = await testApp(t)
  const client = new Client(app.url)
  const offered = async () => [
    (await client.get<{ userRegistration: boolean }>('/api/config')).body.userRegistration,
    (await client.get<string>('/sitemap.xml')).body.includes('/sign-up'),
  ]
  t.strictSame(await offered(), [true, true])
  await app.coffer.platform.settings.set({ subscription_type: 'metered' })
  t.strictSame(await offered(), [false, false], 'metered without a plan')
})
