import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorsWithAction, type Platform, type Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { knownEmails, setSessionCookie } from '../cookies.ts'
import { usersErrors } from '../errors.ts'
import type { AccountMails } from '../services/account-mails.ts'
import type { Accounts } from '../services/accounts.ts'
import type { Sessions } from '../services/sessions.ts'

export interface SessionDeps {
  platform: Platform
  sessions: Sessions
}

export const deviceOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
})

/**
 * Creates a session for this browser and revokes the one it had (A53). `report` belongs to the transaction that creates the
 * session.
 */
export const openSession = async (
  { platform, sessions }: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { id: string; email: string },
  remember: boolean,
  report: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> => {
  const { principal } = request
  if (principal?.sessionId) await sessions.revoke(principal.userId, principal.sessionId)
  const session = await platform.db.transaction(async (tx) => {
    await report(tx)
    return sessions.create(account.id, deviceOf(request), remember, tx)
  })
  setSessionCookie(reply, platform.config, session.token, remember)
  reply.issueCsrf(session.id)
  knownEmails(platform.config).add(request, reply, account.email)
}

export interface SignInDeps extends SessionDeps {
  mails: AccountMails
  accounts: Accounts
}

/** Methods that began with the password. Its change meanwhile ends the sign-in with this error. */
const errorsByMethod: Record<string, 'credentials-invalid' | 'sign-in-expired'> = {
  password: 'credentials-invalid',
  'two-factor': 'sign-in-expired',
}

/**
 * Opens a session after a successful sign-in; the account is notified of a browser that it has not signed in with before.
 * `account`: as it was when the caller was authenticated. Throws 422 when its password was changed since.
 */
export const completeSignIn = async (
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  { remember, method }: { remember: boolean; method: string },
): Promise<void> => {
  const isNewDevice = !knownEmails(deps.platform.config).has(request, account.email)
  const device = deviceOf(request)
  await openSession(deps, request, reply, account, remember, async (tx) => {
    const isFirst = isNewDevice && !(await actorsWithAction(tx, 'users.sign-in.done', [account.id])).has(account.id)
    const changed = errorsByMethod[method]
    if (changed && !(await deps.accounts.holdPassword(account, tx))) throw usersErrors.fail(changed)
    const entry = { actorId: account.id, ip: device.ip, target: account.id, details: { method } }
    await deps.platform.audit({ ...entry, action: 'users.sign-in.done' }, tx)
    if (isNewDevice && !isFirst) await deps.mails.newDevice(account, device, tx)
  })
}
