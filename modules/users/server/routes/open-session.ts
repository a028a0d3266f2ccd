import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { challengeCookie, clearChallengeCookie, knownAccounts, setSessionCookie } from '../cookies.ts'
import type { NewSession } from '../services/sessions.ts'
import type { SignIn } from '../services/sign-in.ts'
import type { SignInChallenges } from '../services/sign-in-challenges.ts'
import type { CompletedSignIn, SignInBrowser, SignInCompletion } from '../services/sign-in-completion.ts'

interface SessionDeps {
  platform: Platform
  signInCompletion: SignInCompletion
}

export const deviceOfRequest = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
})

const browserOf = (request: FastifyRequest): SignInBrowser => ({
  device: deviceOfRequest(request),
  principal: request.principal,
})

/** Gives this browser the cookies of a session that was created for it. */
export const sendSession = (
  { platform: { config } }: Pick<SessionDeps, 'platform'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Pick<Account, 'id' | 'email'>,
  session: NewSession,
): void => {
  setSessionCookie(reply, config, session)
  reply.issueCsrf(session.id)
  knownAccounts(config).add(request, reply, account)
}

/** Opens a session in this browser; it ends with the browser. */
export const openSession = async (
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Pick<Account, 'id' | 'email'>,
): Promise<void> => {
  const session = await deps.signInCompletion.openSession(account.id, browserOf(request), { remember: false })
  sendSession(deps, request, reply, account, session)
}

export interface SignInDeps extends SessionDeps {
  signIn: SignIn
  challenges: SignInChallenges
}

/** Opens a session in this browser after a successful sign-in: see `SignInCompletion.complete`. */
export const completeSignIn = async (
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  signIn: CompletedSignIn,
): Promise<void> => {
  const { config } = deps.platform
  const isKnown = knownAccounts(config).has(request, account)
  const pendingSignIn = request.cookies[challengeCookie(config, 'second-factor')]
  const browser = { ...browserOf(request), isKnown, pendingSignIn }
  sendSession(deps, request, reply, account, await deps.signInCompletion.complete(account, browser, signIn))
  if (pendingSignIn) clearChallengeCookie(reply, config, 'second-factor')
}
