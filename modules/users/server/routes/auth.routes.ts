import type { FastifyInstance } from 'fastify'
import { AppError, serve, successMessage, type Tx } from '../../../platform/index.ts'
import {
  apiLogin,
  apiLogout,
  checkUser,
  getCsrf,
  getCsrfCookie,
  login,
  logout,
  twoFactorChallenge,
} from '../../contract.ts'
import type { Account } from '../account.ts'
import {
  challengeCookie,
  clearChallengeCookie,
  clearSessionCookie,
  knownAccounts,
  setChallengeCookie,
} from '../cookies.ts'
import { usersErrors } from '../errors.ts'
import { avatarUrls, normalEmail } from '../names.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Identities, ProviderIdentity } from '../services/identities.ts'
import type { PersonalAccessTokens } from '../services/personal-access-tokens.ts'
import type { ProviderSignIn } from '../services/provider-sign-in.ts'
import type { Registration } from '../services/registration.ts'
import type { Sessions } from '../services/sessions.ts'
import type { ConsumeCode, TwoFactor } from '../services/two-factor.ts'
import { completeSignIn, type SignInDeps } from './open-session.ts'

interface AuthRoutesDeps extends SignInDeps {
  accounts: Accounts
  sessions: Sessions
  twoFactor: TwoFactor
  tokens: PersonalAccessTokens
  registration: Registration
  identities: Identities
  providers: Pick<ProviderSignIn, 'linked'>
}

export const registerAuthRoutes = (app: FastifyInstance, deps: AuthRoutesDeps): void => {
  const { platform, accounts, sessions, tokens, signIn, signInCompletion } = deps
  const { registration, challenges, twoFactor, identities, providers } = deps
  const { config } = platform
  const known = knownAccounts(platform.config)

  for (const spec of [getCsrf, getCsrfCookie])
    serve(app, spec, async (_call, request, reply) => {
      reply.issueCsrf(request.principal?.sessionId ?? null)
      return undefined
    })

  serve(app, checkUser, async ({ body }, request) => {
    const email = normalEmail(body.email)
    const account: Account | null = known.hasEmail(request, email) ? await accounts.byEmail(body.email) : null
    const isLinkedOnly = account !== null && account.password_hash === null
    const linked = isLinkedOnly ? await providers.linked(account.id) : []
    return {
      name: account?.first_name ?? null,
      avatar: avatarUrls(account?.avatar ?? null),
      verified: true,
      oauth_provider: linked.find(({ isUsable }) => isUsable)?.provider ?? null,
    }
  })

  serve(app, login, async ({ body }, request, reply) => {
    const { verification } = body
    const account = await signIn.check(body, request.ip, async (checked) => {
      if (!verification) return checked
      await registration.prove(checked.id, verification)
      return (await accounts.byId(checked.id)) ?? checked
    })
    const remember = body.remember ?? false
    if (account.two_factor_confirmed_at) {
      // The password may have been changed since it was verified: that would not delete a challenge that begins now.
      const data = { remember, password: accounts.passwordFingerprint(account) }
      const token = await challenges.begin('second-factor', { userId: account.id, data })
      setChallengeCookie(reply, config, 'second-factor', token)
      return { two_factor: true }
    }
    await completeSignIn(deps, request, reply, account, { remember, method: 'password' })
    return { two_factor: false }
  })

  serve(app, twoFactorChallenge, async ({ body }, request, reply) => {
    const token = request.cookies[challengeCookie(config, 'second-factor')]
    const pending = await challenges.read('second-factor', token)
    const account = pending?.userId ? await accounts.byId(pending.userId) : null
    const end = async () => {
      await challenges.consume('second-factor', token)
      clearChallengeCookie(reply, config, 'second-factor')
    }
    const verified = pending?.data.password
    const isChanged = verified !== undefined && account && verified !== accounts.passwordFingerprint(account)
    if (!account?.two_factor_confirmed_at || isChanged) {
      await end()
      throw usersErrors.fail('sign-in-expired')
    }
    const remember = pending?.data.remember === true
    const identity = pending?.data.identity as ProviderIdentity | undefined
    const recheck = async (tx: Tx) => {
      if (identity && !(await identities.isLinked(account.id, identity, tx))) throw usersErrors.fail('sign-in-expired')
    }
    const complete = async (consumeCode: ConsumeCode) => {
      await signIn.requireAllowed(account)
      await completeSignIn(deps, request, reply, account, { remember, method: 'two-factor', consumeCode, recheck })
    }
    try {
      await twoFactor.check(account, body, request.ip, complete)
    } catch (error) {
      // After too many codes the password is asked for again (A52).
      if (error instanceof AppError && error.status === 429) await end()
      throw error
    }
    return undefined
  })

  serve(app, logout, async (_call, request, reply) => {
    const { principal } = request
    if (principal?.sessionId) await sessions.revoke(principal.userId, principal.sessionId)
    clearSessionCookie(reply, platform.config)
    reply.issueCsrf(null)
    return undefined
  })

  serve(app, apiLogin, async ({ body }, request) => {
    const account = await signIn.check(body, request.ip)
    const isTwoFactor = account.two_factor_confirmed_at !== null
    if (isTwoFactor && !body.code && !body.recovery_code) throw usersErrors.fail('two-factor-required')
    const createToken = (consumeCode?: ConsumeCode) => signInCompletion.createToken(account, request.ip, consumeCode)
    const token = await (isTwoFactor ? twoFactor.check(account, body, request.ip, createToken) : createToken())
    return { ...successMessage(platform.i18n, request, 'users:message.signed-in'), data: { token } }
  })

  serve(app, apiLogout, async (_call, request, reply) => {
    const { principal } = request
    if (principal?.tokenId) await tokens.signOut(principal.userId, principal.tokenId)
    else if (principal?.sessionId) {
      await sessions.revoke(principal.userId, principal.sessionId)
      clearSessionCookie(reply, platform.config)
      reply.issueCsrf(null)
    }
    return successMessage(platform.i18n, request, 'users:message.signed-out')
  })
}
