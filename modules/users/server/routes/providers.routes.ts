import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  AppError,
  callerOf,
  networkOf,
  platformErrors,
  type RateLimitCounter,
  serve,
  successMessage,
  type Tx,
} from '../../../platform/index.ts'
import { safeRedirect } from '../../contract/safe-redirect.ts'
import {
  beginProviderSignIn,
  linkIdentity,
  listIdentities,
  providerCallback,
  type SignInProvider,
  unlinkIdentity,
} from '../../contract.ts'
import { challengeCookie, clearChallengeCookie, setChallengeCookie } from '../cookies.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import { presentIdentity } from '../security.resource.ts'
import { challengeCounter } from '../services/challenge-counter.ts'
import type { Confirmations } from '../services/confirmations.ts'
import type { Identities, ProviderIdentity } from '../services/identities.ts'
import type { FinishedJourney, ProviderChallenges } from '../services/provider-challenges.ts'
import type { ProviderSignIn } from '../services/provider-sign-in.ts'
import { completeSignIn, type SignInDeps } from './open-session.ts'

interface ProviderRoutesDeps extends SignInDeps {
  confirmations: Confirmations
  identities: Identities
  providerChallenges: ProviderChallenges
  providers: ProviderSignIn
}

const securityPage = '/user/settings/password'

export const registerProviderRoutes = (app: FastifyInstance, deps: ProviderRoutesDeps): void => {
  const { platform, challenges, confirmations, identities, providerChallenges, providers, signIn } = deps
  const { config, limiter } = platform

  const begin = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SignInProvider,
    journey: { linkTo: string | null; redirect: string | null },
  ) => {
    const { url, token } = await limiter.attempt([challengeCounter(request)], () =>
      providerChallenges.begin(provider, journey),
    )
    setChallengeCookie(reply, config, 'oauth', token)
    return { ...successMessage(platform.i18n, request, 'users:message.provider-ready'), data: { url } }
  }
  /** Signs in, or asks for the second factor. Resolves with the path of the next page. */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    provider: SignInProvider,
    { profile, redirect }: FinishedJourney,
  ): Promise<string> => {
    const account = await providers.accountOf(provider, profile, { ip: request.ip, locale: request.locale })
    await signIn.requireAllowed(account)
    const next = safeRedirect(redirect)
    const identity: ProviderIdentity = { provider, subject: profile.subject }
    if (!account.two_factor_confirmed_at) {
      const recheck = async (tx: Tx) => {
        if (!(await identities.isLinked(account.id, identity, tx))) throw usersErrors.fail('provider-failed')
      }
      await completeSignIn(deps, request, reply, account, { remember: true, method: provider, recheck })
      return next
    }
    const token = await challenges.begin('second-factor', { userId: account.id, data: { remember: true, identity } })
    setChallengeCookie(reply, config, 'second-factor', token)
    return `/sign-in?step=two-factor&redirect=${encodeURIComponent(next)}`
  }

  serve(app, beginProviderSignIn, ({ params, query }, request, reply) =>
    begin(request, reply, params.provider, { linkTo: null, redirect: query.redirect ?? null }),
  )

  /** Handles the callback of the provider: signs in, or links the identity. Resolves with the path of the next page. */
  const finish = async (request: FastifyRequest, reply: FastifyReply, provider: SignInProvider): Promise<string> => {
    const token = request.cookies[challengeCookie(config, 'oauth')]
    clearChallengeCookie(reply, config, 'oauth')
    const search = new URL(request.url, config.appUrl).search
    const finished = await providerChallenges.finish(provider, search, token)
    if (finished.linkTo === null) return enter(request, reply, provider, finished)
    // Somebody else may have signed in to this browser meanwhile.
    const { principal } = request
    if (finished.linkTo !== principal?.userId) throw usersErrors.fail('provider-failed')
    await providers.link(principal, provider, finished.profile, request.ip)
    return securityPage
  }

  serve(app, providerCallback, async ({ params }, request, reply) => {
    const limit = rateLimits.providerSignInsPerNetwork
    // Those that fail, as many people may have one address.
    const counter: RateLimitCounter = { limit, subject: [networkOf(request.ip)], onSuccess: 'refund' }
    try {
      const next = await limiter.attempt([counter], () => finish(request, reply, params.provider))
      return reply.redirect(next, 302)
    } catch (error) {
      if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error
      // Signed-in people are not shown the sign-in page.
      const page = request.principal ? securityPage : '/sign-in'
      return reply.redirect(`${page}?problem=${error.code}`, 302)
    }
  })

  serve(app, listIdentities, async (_call, request) => ({
    data: (await providers.linked(callerOf(request).userId)).map((row) => ({ data: presentIdentity(row) })),
  }))

  serve(app, linkIdentity, async ({ body }, request, reply) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    return begin(request, reply, body.provider, { linkTo: caller.userId, redirect: null })
  })

  serve(app, unlinkIdentity, async ({ params }, request) => {
    const caller = callerOf(request)
    await confirmations.require(caller)
    if (!(await providers.unlink(caller, params.id, request.ip))) throw platformErrors.fail('not-found')
    return undefined
  })
}
