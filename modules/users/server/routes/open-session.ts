import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorsWithAction, type Platform } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { knownEmails, setSessionCookie } from '../cookies.ts'
import type { Background } from '../services/background.ts'
import type { Emails } from '../services/emails.ts'
import type { Sessions } from '../services/sessions.ts'

export interface SessionDeps {
  platform: Platform
  sessions: Sessions
}

export const deviceOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
})

/** Creates a session for this browser and revokes the one it had (A53). */
export const openSession = async (
  { platform, sessions }: SessionDeps,
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

export interface SignInDeps extends SessionDeps {
  emails: Emails
  background: Background
}

/** Opens a session after a successful sign-in; the account is notified of a browser that it has not signed in with before. */
export const completeSignIn = async (
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  { remember, method }: { remember: boolean; method: string },
): Promise<void> => {
  const isNewDevice = !knownEmails(deps.platform.config).has(request, account.email)
  await openSession(deps, request, reply, account, remember)
  const { db, audit } = deps.platform
  const device = deviceOf(request)
  deps.background.run('sign-in notice', async () => {
    const isFirst = !(await actorsWithAction(db, 'users.sign-in.done', [account.id])).has(account.id)
    const details = { method }
    await audit({ actorId: account.id, ip: device.ip, action: 'users.sign-in.done', target: account.id, details })
    if (isNewDevice && !isFirst) await deps.emails.newDevice(account, device)
  })
}
