import { isDeepStrictEqual } from 'node:util'
import type * as oidc from 'openid-client'
import { type Egress, egressFetch, type Platform } from '../../../platform/index.ts'
import { hourMs } from '../../../shared/contract.ts'
import { type SignInProvider, signInProviders } from '../../contract.ts'
import { usersErrors } from '../errors.ts'
import { loadOidc } from './load-oidc.ts'
import { facebookProfile, githubProfile, openIdProfile, type ReadProfile } from './profiles.ts'

/** The OAuth client of a provider, with the provider's metadata. */
interface ProviderClient {
  config: oidc.Configuration
  scope: string
  /** False: the provider speaks plain OAuth, without ID tokens and their nonce. */
  issuesIdTokens: boolean
  readProfile: ReadProfile
}

interface Credentials {
  id: string
  secret: string
  /** Issuer of `openid`. */
  issuer: string
}

interface OpenIdOptions {
  egress?: Egress
  readProfile?: ReadProfile
}

/** A provider of plain OAuth; its endpoints are paths below its base, or URLs. */
interface PlainProvider {
  authorization: string
  token: string
  scope: string
  readProfile: ReadProfile
}

/** A client is created again after this time, because the provider's metadata may have changed. */
const clientTtlMs = hourMs
const requestTimeoutSeconds = 15

type ProvidersPlatform = Pick<Platform, 'settings' | 'config' | 'egress' | 'log'>

/**
 * Profile whose subject contains the issuer. An administrator may change the provider, and the new one may have given a
 * subject of the old one to another person.
 */
const withIssuer: ReadProfile = async (config, tokens) => {
  const profile = await openIdProfile(config, tokens)
  return { ...profile, subject: `${config.serverMetadata().issuer.replace(/\/$/, '')} ${profile.subject}` }
}

/** The issuer in a subject of OpenID Connect; empty for other providers. */
export const issuerOf = (subject: string): string => subject.slice(0, Math.max(0, subject.indexOf(' ')))

/** Clients of the configured identity providers. */
export class ProviderClients {
  /** The latest client of each provider, made with `credentials`. */
  private readonly cache = new Map<
    SignInProvider,
    { at: number; credentials: Credentials; client: Promise<ProviderClient> }
  >()
  private readonly platform: ProvidersPlatform
  constructor(platform: ProvidersPlatform) {
    this.platform = platform
  }

  /** Null unless the provider is allowed and has its credentials. */
  async credentials(provider: SignInProvider): Promise<Credentials | null> {
    const { settings } = this.platform
    const [allowed, id, secret, issuer] = await Promise.all([
      settings.get(`allowed_${provider}_login`),
      settings.get(`${provider}_client_id`),
      settings.get(`${provider}_client_secret`),
      settings.get('openid_issuer'),
    ])
    const isComplete = id !== '' && secret !== '' && (provider !== 'openid' || issuer !== '')
    return allowed && isComplete ? { id, secret, issuer } : null
  }

  /**
   * Tells identities that can sign in: their provider is allowed and configured, and the issuer of an OpenID Connect one is at
   * the origin of the configured issuer, whose metadata may write its path in another way.
   */
  async usable(): Promise<(identity: { provider: SignInProvider; subject: string }) => boolean> {
    const issuers = new Map<SignInProvider, string>()
    for (const provider of signInProviders) {
      const credentials = await this.credentials(provider)
      if (credentials) issuers.set(provider, credentials.issuer)
    }
    return ({ provider, subject }) => {
      const issuer = issuers.get(provider)
      if (issuer === undefined || provider !== 'openid') return issuer !== undefined
      return URL.parse(issuerOf(subject))?.origin === URL.parse(issuer)?.origin
    }
  }

  /** 404 `provider-not-configured`; 503 `provider-unreachable` when its metadata cannot be read. */
  async get(provider: SignInProvider): Promise<ProviderClient> {
    const credentials = await this.credentials(provider)
    if (!credentials) throw usersErrors.fail('provider-not-configured')
    const cached = this.cache.get(provider)
    if (cached && isDeepStrictEqual(cached.credentials, credentials) && performance.now() - cached.at < clientTtlMs)
      return cached.client
    const client = this.create(provider, credentials)
    const entry = { at: performance.now(), credentials, client }
    this.cache.set(provider, entry)
    client.catch(() => this.cache.get(provider) === entry && this.cache.delete(provider))
    return client.catch((error: unknown) => {
      this.platform.log.warn({ err: error, provider }, 'metadata of an identity provider cannot be read')
      throw usersErrors.fail('provider-unreachable')
    })
  }

  private create(provider: SignInProvider, credentials: Credentials): Promise<ProviderClient> {
    const { issuer } = credentials
    const bases = this.platform.config.oauthBases
    switch (provider) {
      case 'google':
        return this.openId(bases.google ?? 'https://accounts.google.com', credentials)
      case 'openid':
        // The operator's own provider may run in the server's network. Sign-ins may reach it there, remote uploads may not.
        return this.openId(issuer, credentials, {
          egress: this.platform.egress.withService(issuer),
          readProfile: withIssuer,
        })
      case 'github':
        return this.plain(bases.github ?? 'https://github.com', credentials, {
          authorization: '/login/oauth/authorize',
          token: '/login/oauth/access_token',
          scope: 'read:user user:email',
          readProfile: githubProfile(bases.github ?? 'https://api.github.com'),
        })
      case 'facebook': {
        const graph = bases.facebook ?? 'https://graph.facebook.com'
        return this.plain(bases.facebook ?? 'https://www.facebook.com', credentials, {
          authorization: '/v23.0/dialog/oauth',
          token: `${graph}/v23.0/oauth/access_token`,
          scope: 'email public_profile',
          readProfile: facebookProfile(graph),
        })
      }
    }
  }

  /** Client of a provider that publishes its metadata. It verifies signatures of ID tokens, although they came over TLS. */
  private async openId(
    issuer: string,
    { id, secret }: Credentials,
    { egress = this.platform.egress, readProfile = openIdProfile }: OpenIdOptions = {},
  ): Promise<ProviderClient> {
    const oidc = await loadOidc()
    const config = await oidc.discovery(new URL(issuer), id, secret, undefined, {
      execute: [oidc.enableNonRepudiationChecks, ...this.insecure(oidc, issuer, egress)],
      [oidc.customFetch]: this.send(egress),
      timeout: requestTimeoutSeconds,
    })
    return { config, scope: 'openid email profile', issuesIdTokens: true, readProfile }
  }

  /** Client of a provider that speaks OAuth without OpenID Connect: its endpoints are written down here. */
  private async plain(
    base: string,
    { id, secret }: Credentials,
    { authorization, token, scope, readProfile }: PlainProvider,
  ): Promise<ProviderClient> {
    const metadata = {
      issuer: base,
      authorization_endpoint: new URL(authorization, base).href,
      token_endpoint: new URL(token, base).href,
    }
    const oidc = await loadOidc()
    const config = new oidc.Configuration(metadata, id, secret)
    const { egress } = this.platform
    config[oidc.customFetch] = this.send(egress)
    config.timeout = requestTimeoutSeconds
    for (const apply of this.insecure(oidc, base, egress)) apply(config)
    return { config, scope, issuesIdTokens: false, readProfile }
  }

  /**
   * Allows plain HTTP to a provider in the server's own network: the egress permits it for private IPs and
   * `EGRESS_ALLOW`.
   */
  private insecure({ allowInsecureRequests }: typeof oidc, url: string, egress: Egress) {
    return url.startsWith('http:') && egress.trusts(url) ? [allowInsecureRequests] : []
  }

  /** Requests of the library go through the egress. */
  private send(egress: Egress): oidc.CustomFetch {
    const send = egressFetch(egress)
    return (url, { method, headers, body, signal }) =>
      send(url, { method, headers, body, ...(signal ? { signal } : {}) })
  }
}
