import t from 'tap'
import { anonymous } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { consentAt, identityProvider, offerProvider } from '../../../../tests/support/identity-provider.ts'
import { mailsTo } from '../../../../tests/support/mail-folder.ts'
import { rateLimits } from '../rate-limits.ts'

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

t.test(
  'providers: a sign-in by the email of an account replaces no identity; the owner does, and is told',
  async (t) => {
    const port = await freePort()
    const app = await testApp(t)
    const { db, mailer } = app.coffer.platform
    const provider = await identityProvider(t, app, port)
    await offerProvider(app, provider.issuer)
    const begin = async (client: Client) =>
      (await client.get<{ data: { url: string } }>('/api/socialite/openid/redirect')).body.data.url
    const finish = async (client: Client, url: string) => {
      const headers = { accept: 'text/html' }
      return (await client.call('GET', await consentAt(url, app), undefined, { headers })).headers.get('location')
    }
    const enter = async (sub: string, email: string) => {
      provider.person = { sub, email, email_verified: true, name: 'Ada' }
      const client = anonymous(app)
      return { client, location: await finish(client, await begin(client)) }
    }
    const idOf = async (client: Client) => (await client.get<{ data: { id: string } }>('/api/user')).body.data.id
    const audited = async () =>
      (
        await db.query<{ action: string }>(
          "select action from audit_log where action like 'users.identity.%' order by id",
        )
      ).map(({ action }) => action.replace('users.identity.', ''))
    const { client } = await enter('private', 'ada@example.org')
    const id = await idOf(client)
    await db.query("update users set email = 'work@example.org' where id = $1", [id])

    t.equal((await enter('work', 'work@example.org')).location, '/sign-in?problem=provider-account-exists')
    t.equal(await idOf((await enter('private', 'ada@example.org')).client), id, 'nothing was unlinked')

    provider.person = { sub: 'work', email: 'work@example.org', email_verified: true, name: 'Ada' }
    const { url } = (await client.post<{ data: { url: string } }>('/api/user/identities', { provider: 'openid' })).body
      .data
    t.equal(await finish(client, url), '/user/settings/password')
    t.equal(await idOf((await enter('work', 'work@example.org')).client), id)
    t.strictSame(await audited(), ['unlinked', 'linked'])
    await mailer.settled()
    const subjects = (await mailsTo(app.dataDir, 'work@example.org')).map(({ subject }) => subject)
    t.strictSame(subjects.filter((text) => /provider was/.test(text)).sort(), [
      'A sign-in provider was linked',
      'A sign-in provider was unlinked',
    ])

    await db.query("update sign_in_identities set subject = 'https://former.example work'")
    t.equal(
      await idOf((await enter('work', 'work@example.org')).client),
      id,
      'the identity of a former issuer is replaced',
    )
  },
)

t.test('A50: sign-ins by a provider that succeed use up no attempts of others behind the same address', async (t) => {
  const port = await freePort()
  const app = await testApp(t, { env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  const provider = await identityProvider(t, app, port)
  await offerProvider(app, provider.issuer)
  const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.7' }
  const enter = async (email: string) => {
    provider.person = { sub: email, email, email_verified: true, name: 'Ada' }
    const client = anonymous(app)
    const { body } = await client.get<{ data: { url: string } }>('/api/socialite/openid/redirect', { headers })
    const callback = await consentAt(body.data.url, app)
    return (await client.call('GET', callback, undefined, { headers })).headers.get('location')
  }
  const { limiter } = app.coffer.platform
  const { providerSignInsPerNetwork: limit, providerSignUpsPerNetwork: signUps } = rateLimits
  await limiter.consume(limit, ['203.0.113.7'], { by: limit.limit - 2 })
  await limiter.consume(signUps, ['203.0.113.7'], { by: signUps.limit - 3 })
  for (let at = 0; at < 3; at++) t.equal(await enter(`person${at}@example.org`), '/platform/files')
  t.match(await enter('person3@example.org'), /too-many-attempts/, 'new accounts are counted')
  t.equal(await enter('person0@example.org'), '/platform/files')
  t.match(await enter('no email'), /provider-email-missing/)
  t.match(await enter('no email'), /too-many-attempts/, 'those that fail are counted')
})
