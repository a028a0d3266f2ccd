import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { consentAt, identityProvider, offerProvider } from '../../../../tests/support/identity-provider.ts'

t.test('providers: an email that sign-up does not accept counts as missing', async (t) => {
  const port = await freePort()
  const app = await testApp(t)
  const provider = await identityProvider(t, app, port)
  await offerProvider(app, provider.issuer)
  t.equal(app.coffer.platform.egress.accepts(provider.issuer), false, 'a private provider, which links do not reach')
  const enter = async (claims: Record<string, unknown>) => {
    provider.person = { email_verified: true, name: 'Ada', ...claims }
    const client = anonymous(app)
    const { body } = await client.get<{ data: { url: string } }>('/api/socialite/openid/redirect')
    const callback = await consentAt(body.data.url, app)
    const { headers } = await client.call('GET', callback, undefined, { headers: { accept: 'text/html' } })
    return { client, location: headers.get('location') }
  }
  const count = async () => (await app.coffer.platform.db.query('select 1 from users')).length
  const before = await count()
  for (const email of [
    'ada',
    'ada@localhost',
    '"ada, eve"@example.org',
    'ada@example.org,eve@example.org',
    'ada lovelace@example.org',
    `${'a'.repeat(250)}@example.org`,
  ]) {
    const { location } = await enter({ sub: 'ada', email })
    t.equal(location, '/sign-in?problem=provider-email-missing', email)
  }
  t.equal(await count(), before)

  const { client, location } = await enter({ sub: 'ada', email: ' Ada@example.org ', name: 'Ada\0Lovelace' })
  t.equal(location, '/platform/files')
  const attributes = { email: 'ada@example.org', name: 'Ada Lovelace' }
  t.match(await client.get('/api/user'), { body: { data: { attributes } } })
  const linked = await enter({ sub: 'ada', email: 'ada@localhost' })
  t.equal(linked.location, '/platform/files', 'an account that is linked needs no email of the provider')
})
