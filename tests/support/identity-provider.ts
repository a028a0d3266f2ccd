import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import type { TestApp } from './app.ts'
import { Client } from './client.ts'
import type { Teardown } from './folders.ts'

interface IdentityProvider {
  issuer: string
  /** Who signs in next: their claims, `sub` among them. */
  person: Record<string, unknown>
  /** Claims that the next ID tokens have instead, signed by the provider's own key; or a signature of another key. */
  forged: { claims?: Record<string, unknown>; key?: 'other' }
}

const clientId = 'coffer'
const clientSecret = 'a secret of this installation'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A certified OpenID Connect provider at a port of this machine, at which everybody consents at once. */
export const identityProvider = async (t: Teardown, app: { url: string }, port: string): Promise<IdentityProvider> => {
  const issuer = `http://127.0.0.1:${port}`
  const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  const jwk = { ...own?.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }
  const state: IdentityProvider = { issuer, person: {}, forged: {} }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${app.url}/socialite/openid/callback`],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of cookies'] },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ ...state.person }) }),
  })
  const consent = async ({ req, res }: Parameters<Parameters<Provider['use']>[0]>[0]) => {
    const { prompt, params } = await provider.interactionDetails(req, res)
    const accountId = String(state.person.sub)
    if (prompt.name === 'login') return provider.interactionFinished(req, res, { login: { accountId } })
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope('openid email profile')
    await provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } })
  }
  provider.use(async (context, next) => {
    if (context.path.startsWith('/interaction/')) return consent(context)
    await next()
    const { claims, key } = state.forged
    if (context.path !== '/token' || (!claims && !key)) return
    const [, payload = ''] = String(context.body.id_token).split('.')
    const given = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const signed = `${encode({ alg: 'RS256', kid: 'own' })}.${encode({ ...given, ...claims })}`
    const signer = createPrivateKey((key === 'other' ? other : own)?.export({ type: 'pkcs8', format: 'pem' }) as string)
    context.body.id_token = `${signed}.${sign('sha256', Buffer.from(signed), signer).toString('base64url')}`
  })
  const server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return state
}

/** Offers the provider at the installation. */
export const offerProvider = ({ coffer }: TestApp, issuer: string): Promise<void> =>
  coffer.platform.settings.set({
    allowed_openid_login: true,
    openid_issuer: issuer,
    openid_client_id: clientId,
    openid_client_secret: clientSecret,
    openid_name: 'Example ID',
  })

/** Walks through the provider's pages as a browser would. Resolves with the path of the callback, with its query. */
export const consentAt = async (url: string, app: { url: string }): Promise<string> => {
  const browser = new Client(new URL(url).origin)
  let next = url
  for (let step = 0; step < 10; step += 1) {
    if (new URL(next).origin === new URL(app.url).origin) return next.slice(app.url.length)
    const { status, headers } = await browser.fetch(next)
    const location = headers.get('location')
    if (!location) throw new Error(`${next}: ${status} without a redirect`)
    next = new URL(location, next).href
  }
  throw new Error('too many redirects')
}
