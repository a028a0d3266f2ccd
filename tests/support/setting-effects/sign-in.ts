import { randomUUID } from 'node:crypto'
import { anonymous } from '../actors.ts'
import { sharedReading } from './readings.ts'
import type { SettingProof, SettingScene } from './scene.ts'

type Provider = 'google' | 'github' | 'facebook' | 'openid'

/** Begins a sign-in by a provider; the page of the provider that the browser is sent to. */
const begin = async ({ app }: SettingScene, provider: Provider) => {
  const client = anonymous(app)
  const { body } = await client.get<{ data?: { url: string } }>(`/api/socialite/${provider}/redirect`)
  return { client, url: body.data ? new URL(body.data.url) : null }
}

/** The secret by which the provider is asked who somebody is. */
const secretAt = async (scene: SettingScene, provider: Provider) => {
  const { client, url } = await begin(scene, provider)
  if (!url) return null
  const before = scene.outside.received.length
  const query = new URLSearchParams({ code: 'code', state: url.searchParams.get('state') ?? '' })
  await client.fetch(`/socialite/${provider}/callback?${query}`)
  return scene.outside.received.slice(before).map(({ form }) => form.get('client_secret'))[0]
}

const clientOf = async (scene: SettingScene, provider: Provider) =>
  (await begin(scene, provider)).url?.searchParams.get('client_id') ?? null

export const providers = (scene: SettingScene) => {
  const signIn = sharedReading(() => scene.html('/sign-in'))
  const isOffered = (name: string) => {
    const read = signIn()
    return async () => (await read()).includes(`Continue with ${name}`)
  }
  return {
    allowed_google_login: [true, isOffered('Google'), true],
    google_client_id: ['our google', () => clientOf(scene, 'google'), 'our google'],
    google_client_secret: ['google secret', () => secretAt(scene, 'google'), 'google secret'],
    allowed_github_login: [true, isOffered('GitHub'), true],
    github_client_id: ['our github', () => clientOf(scene, 'github'), 'our github'],
    github_client_secret: ['github secret', () => secretAt(scene, 'github'), 'github secret'],
    allowed_facebook_login: [true, isOffered('Facebook'), true],
    facebook_client_id: ['our facebook', () => clientOf(scene, 'facebook'), 'our facebook'],
    facebook_client_secret: ['facebook secret', () => secretAt(scene, 'facebook'), 'facebook secret'],
    allowed_openid_login: [true, async () => (await begin(scene, 'openid')).url !== null, true],
    openid_name: ['Our login', isOffered('Our login'), true],
    openid_issuer: [
      `${scene.outside.base}/realm`,
      async () => (await begin(scene, 'openid')).url?.pathname ?? null,
      '/realm/authorize',
    ],
    openid_client_id: ['our realm', () => clientOf(scene, 'openid'), 'our realm'],
    openid_client_secret: ['realm secret', () => secretAt(scene, 'openid'), 'realm secret'],
  } satisfies Record<string, SettingProof>
}

export const registration = ({ register }: SettingScene) =>
  ({ registration: [false, async () => (await register()).status, 401] }) satisfies Record<string, SettingProof>

export const registrationChecks = ({ register }: SettingScene) =>
  ({
    user_verification: [true, async () => (await register()).signedIn, false],
    block_disposable_email: [
      false,
      async () => (await register({ email: `${randomUUID()}@mailinator.com` })).status,
      201,
    ],
  }) satisfies Record<string, SettingProof>

export const proofOfWork = ({ register }: SettingScene) =>
  ({ proof_of_work: [true, async () => (await register()).status, 422] }) satisfies Record<string, SettingProof>

export const recaptcha = ({ html, register, outside }: SettingScene) =>
  ({
    allowed_recaptcha: [true, async () => (await register()).status, 422],
    recaptcha_client_id: ['our site', async () => (await html('/sign-up')).includes('our site'), true],
    recaptcha_client_secret: [
      'site secret',
      async () => {
        const { status } = await register({ reCaptcha: 'a token' })
        return [status, outside.received.findLast(({ path }) => path.endsWith('/siteverify'))?.form.get('secret')]
      },
      [201, 'site secret'],
    ],
  }) satisfies Record<string, SettingProof>
