import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform, Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { challengeCookie, clearChallengeCookie, knownEmails, setSessionCookie } from '../cookies.ts'
import type { AccountMails } from '../services/account-mails.ts'
import type { NewSession, Sessions } from '../services/sessions.ts'
import type { SignIn } from '../services/sign-in.ts'
import type { SignInChallenges } from '../services/sign-in-challenges.ts'
import type { UseCode } from '../services/two-factor.ts'

interface SessionDeps {
  platform: Platform
  sessions: Sessions
}

export const deviceOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
})

/** Gives this browser the cookies of a session that was created for it. */
export const sendSession = (
  { platform: { config } }: Pick<SessionDeps, 'platform'>,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  { id, token, remember }: NewSession,
): void => {
  setSessionCookie(reply, config, token, remember)
  reply.issueCsrf(id)
  knownEmails(config).add(request, reply, email)
}

/**
 * Creates a session for this browser and revokes the one it had (A53). `report` belongs to the transaction that creates the
 * session.
 */
export const openSession = async (
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { id: string; email: string },
  { remember, report }: { remember: boolean; report?: (tx: Tx) => Promise<void> },
): Promise<void> => {
  const { platform, sessions } = deps
  const { principal } = request
  if (principal?.sessionId) await sessions.revoke(principal.userId, principal.sessionId)
  const session = await platform.db.transaction(async (tx) => {
    await report?.(tx)
    tx.emit('users.security.changed', { userId: account.id })
    return sessions.create(account.id, { ...deviceOf(request), remember }, tx)
  })
  sendSession(deps, request, reply, account.email, session)
}

export interface SignInDeps extends SessionDeps {
  mails: AccountMails
  signIn: SignIn
  challenges: SignInChallenges
}

interface CompletedSignIn {
  remember: boolean
  method: string
  /** Marks the code of the second factor as used. */
  useCode?: UseCode
  /** Throws when the passkey or identity was removed after it was verified; `tx` has locked the account. */
  recheck?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * Opens a session after a successful sign-in, and ends a half-finished sign-in of this browser, maybe of another
 * account. The account gets an email when it has not signed in with this browser before. `account`: as it was when the
 * caller was authenticated. Throws as `SignIn.requireUnchanged` and `recheck` do.
 */
export const completeSignIn = async (
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  { remember, method, useCode, recheck }: CompletedSignIn,
): Promise<void> => {
  const isNewDevice = !knownEmails(deps.platform.config).has(request, account.email)
  const device = deviceOf(request)
  const pending = request.cookies[challengeCookie(deps.platform.config, 'second-factor')]
  const report = async (tx: Tx) => {
    // Both change the account's row, which concurrent sign-ins lock for reading from the next line on.
    await useCode?.(tx)
    const isFirst = await deps.signIn.markFirst(account.id, tx)
    await deps.signIn.requireUnchanged(account, method, tx)
    await recheck?.(tx)
    await deps.signIn.record(account.id, device.ip, method, tx)
    if (isNewDevice && !isFirst) await deps.mails.newDevice(account, device, tx)
    await deps.challenges.consume('second-factor', pending, tx)
  }
  await openSession(deps, request, reply, account, { remember, report })
  if (pending) clearChallengeCookie(reply, deps.platform.config, 'second-factor')
}
