import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Platform, serve } from '../../../platform/index.ts'
import { apiLogin, apiLogout, checkUser, getCsrf, getCsrfCookie, login, logout } from '../../contract.ts'
import type { Account } from '../account.ts'
import { clearSessionCookie, knownEmails, setSessionCookie } from '../cookies.ts'
import { avatarUrls, normalEmail } from '../names.ts'
import type { Accounts } from '../services/accounts.ts'
import type { PersonalAccessTokens } from '../services/personal-access-tokens.ts'
import type { Sessions } from '../services/sessions.ts'
import type { SignIn } from '../services/sign-in.ts'

export interface AuthRoutesDeps {
  platform: Platform
  accounts: Accounts
  sessions: Sessions
  tokens: PersonalAccessTokens
  signIn: SignIn
}

export const deviceOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
})

/** Creates a session for this browser and revokes the one it had (A53). */
export const openSession = async (
  { platform, sessions }: Pick<AuthRoutesDeps, 'platform' | 'sessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { id: string; email: string },
  remember: boolean,
): Promise<void> => {
  const { principal } = request
  if (principal?.sessionId) await sessions.revoke(principal.userId, principal.sessionId)
  const session = await sessions.create(account.id, deviceOf(request), remember)
  setSessionCookie(reply, platform.config, session.token, remember)
  reply.issueCsrf(session.id)
  knownEmails(platform.config).add(request, reply, account.email)
}

export const registerAuthRoutes = (app: FastifyInstance, deps: AuthRoutesDeps): void => {
  const { platform, accounts, sessions, tokens, signIn } = deps
  const known = knownEmails(platform.config)

  for (const spec of [getCsrf, getCsrfCookie])
    serve(app, spec, async (_call, request, reply) => {
      reply.issueCsrf(request.principal?.sessionId ?? null)
      return undefined
    })

  serve(app, checkUser, async ({ body }, request) => {
    const email = normalEmail(body.email)
    const account: Account | null = known.has(request, email) ? await accounts.byEmail(email) : null
    return {
      name: account?.first_name ?? null,
      avatar: avatarUrls(account?.avatar ?? null),
      verified: true,
      oauth_provider: null,
    }
  })

  serve(app, login, async ({ body }, request, reply) => {
    const account = await signIn.check(body, request.ip)
    await openSession(deps, request, reply, account, body.remember ?? false)
    return { two_factor: false }
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
    const { plain } = await tokens.create(account.id, 'login')
    const t = platform.i18n.translator(request.locale)
    return { type: 'success', message: t('users:message.signed-in'), data: { token: plain } }
  })

  serve(app, apiLogout, async (_call, request, reply) => {
    const { principal } = request
    if (principal?.tokenId) await tokens.remove(principal.userId, principal.tokenId)
    else if (principal?.sessionId) {
      await sessions.revoke(principal.userId, principal.sessionId)
      clearSessionCookie(reply, platform.config)
      reply.issueCsrf(null)
    }
    return { type: 'success', message: platform.i18n.translator(request.locale)('users:message.signed-out') }
  })
}
