import type { Platform } from '../../../platform/index.ts'
import { providerCallbackPath, type SignInProvider } from '../../contract.ts'
import { usersErrors } from '../errors.ts'
import type { ProviderClients } from '../providers/clients.ts'
import { loadOidc } from '../providers/load-oidc.ts'
import type { ProviderProfile } from '../providers/profiles.ts'
import type { SignInChallenges } from './sign-in-challenges.ts'

/**
 * A sign-in that has left for the provider; the browser's cookie finds it again when the provider sends the browser
 * back.
 */
interface Journey {
  provider: SignInProvider
  state: string
  nonce: string
  verifier: string
  /** Path to open afterwards. */
  redirect: string | null
}

export interface FinishedJourney {
  profile: ProviderProfile
  /** The account that links the provider; null for a sign-in. */
  linkTo: string | null
  redirect: string | null
}

interface ProviderChallengesDeps {
  platform: Pick<Platform, 'config' | 'log'>
  clients: ProviderClients
  challenges: SignInChallenges
}

/** Sends a browser to an identity provider and receives it back. A cookie binds PKCE, state and nonce to the browser. */
export class ProviderChallenges {
  private readonly deps: ProviderChallengesDeps
  constructor(deps: ProviderChallengesDeps) {
    this.deps = deps
  }

  /** Resolves with the provider's URL and the value of the cookie. */
  async begin(
    provider: SignInProvider,
    { linkTo, redirect }: { linkTo: string | null; redirect: string | null },
  ): Promise<{ url: string; token: string }> {
    const { config, scope, issuesIdTokens } = await this.deps.clients.get(provider)
    const oidc = await loadOidc()
    const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.callback(provider).href,
      scope,
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(issuesIdTokens ? { nonce } : {}),
    })
    const data: Journey = { provider, state, nonce, verifier, redirect }
    const token = await this.deps.challenges.begin('oauth', { userId: linkTo, data: { ...data } })
    return { url: url.href, token }
  }

  /**
   * Exchanges the code of the callback. 400 `provider-failed` when the browser did not begin here, and when state, nonce,
   * audience, issuer, signature or time of the response are wrong. Each journey ends once.
   */
  async finish(provider: SignInProvider, search: string, token: string | undefined): Promise<FinishedJourney> {
    const challenge = await this.deps.challenges.consume('oauth', token)
    const journey = challenge?.data as Journey | undefined
    if (!challenge || journey?.provider !== provider) throw usersErrors.fail('provider-failed')
    const { config, issuesIdTokens, readProfile } = await this.deps.clients.get(provider)
    const current = this.callback(provider)
    current.search = search
    try {
      const { authorizationCodeGrant } = await loadOidc()
      const tokens = await authorizationCodeGrant(config, current, {
        expectedState: journey.state,
        pkceCodeVerifier: journey.verifier,
        ...(issuesIdTokens ? { expectedNonce: journey.nonce, idTokenExpected: true } : {}),
      })
      return { profile: await readProfile(config, tokens), linkTo: challenge.userId, redirect: journey.redirect }
    } catch (error) {
      this.deps.platform.log.warn({ err: error, provider }, 'sign-in by an identity provider failed')
      throw usersErrors.fail('provider-failed')
    }
  }

  private callback(provider: SignInProvider): URL {
    return new URL(providerCallbackPath(provider), this.deps.platform.config.appUrl)
  }
}
