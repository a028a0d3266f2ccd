import type * as oidc from 'openid-client'
import { isEmail, maxEmailLength } from '../../../shared/contract.ts'
import { normalEmail } from '../names.ts'
import { loadOidc } from './load-oidc.ts'

/** A person's data at an identity provider. */
export interface ProviderProfile {
  /** Their permanent id at the provider. */
  subject: string
  /** Null unless the provider has verified it, and when sign-up would reject it: no message can be sent to it. */
  email: string | null
  name: string
  /** URL of a picture. */
  picture: string | null
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>
export type ReadProfile = (config: oidc.Configuration, tokens: Tokens) => Promise<ProviderProfile>

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const emailOf = (value: unknown): string | null => {
  const email = text(value)?.trim() ?? null
  if (email === null || email.length > maxEmailLength) return null
  return isEmail(normalEmail(email)) ? email : null
}

/** Profile in the ID token; when that lacks the email, the user info endpoint is asked too. */
export const openIdProfile: ReadProfile = async (config, tokens) => {
  const claims = tokens.claims()
  if (!claims) throw new Error('the provider issued no ID token')
  const isComplete = claims.email !== undefined || !config.serverMetadata().userinfo_endpoint
  const info = isComplete ? {} : await (await loadOidc()).fetchUserInfo(config, tokens.access_token, claims.sub)
  const all: Record<string, unknown> = { ...info, ...claims }
  const email = emailOf(all.email)
  return {
    subject: claims.sub,
    email: all.email_verified === true ? email : null,
    name: text(all.name) ?? text(all.preferred_username) ?? email?.split('@')[0] ?? '',
    picture: text(all.picture),
  }
}

const readJson = async (config: oidc.Configuration, { access_token }: Tokens, url: string): Promise<unknown> => {
  const headers = new Headers({ accept: 'application/json' })
  const { fetchProtectedResource } = await loadOidc()
  const response = await fetchProtectedResource(config, access_token, new URL(url), 'GET', undefined, headers)
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`)
  return response.json()
}

/** Profile at GitHub. `email`: the primary one if GitHub has verified it, else the first verified one. */
export const githubProfile =
  (api: string): ReadProfile =>
  async (config, tokens) => {
    const user = (await readJson(config, tokens, `${api}/user`)) as Record<string, unknown>
    const emails = (await readJson(config, tokens, `${api}/user/emails`)) as Record<string, unknown>[]
    const verified = emails.filter(({ verified, email }) => verified === true && emailOf(email) !== null)
    if (user.id === undefined) throw new Error('GitHub sent no id')
    return {
      subject: String(user.id),
      email: emailOf((verified.find(({ primary }) => primary === true) ?? verified[0])?.email),
      name: text(user.name) ?? text(user.login) ?? '',
      picture: text(user.avatar_url),
    }
  }

/** Profile at Facebook, which gives verified emails only. */
export const facebookProfile =
  (graph: string): ReadProfile =>
  async (config, tokens) => {
    const fields = 'id,name,email,picture.width(320).height(320)'
    const user = (await readJson(config, tokens, `${graph}/v23.0/me?fields=${fields}`)) as Record<string, unknown>
    const { data } = (user.picture ?? {}) as { data?: { url?: unknown } }
    const subject = text(user.id)
    if (!subject) throw new Error('Facebook sent no id')
    return { subject, email: emailOf(user.email), name: text(user.name) ?? '', picture: text(data?.url) }
  }
