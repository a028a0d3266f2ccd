import { sql } from 'kysely'
import {
  isUniqueViolation,
  maskEmail,
  type Platform,
  platformErrors,
  randomToken,
  sha256,
  type Tx,
} from '../../../platform/index.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { normalEmail } from '../names.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import { confirmEmailChangeSide, type EmailChangeRow } from './email-change-sides.ts'
import { issueEmailToken, revokeEmailTokens } from './email-tokens.ts'
import type { SessionRef, Sessions } from './sessions.ts'
import type { SignUpConditions } from './sign-up-conditions.ts'

const ttl = sql<Date>`now() + interval '24 hours'`

type PendingEmailRow = Pick<EmailChangeRow, 'email' | 'old_confirmed_at' | 'new_confirmed_at' | 'expires_at'>

interface EmailChangeDeps {
  platform: Pick<Platform, 'db' | 'limiter' | 'audit'>
  accounts: Accounts
  conditions: Pick<SignUpConditions, 'requireAccepted'>
  mails: AccountMails
  sessions: Pick<Sessions, 'lockSharedAndRequireActive'>
}

/** Changes an account's email once a link sent to the old and one sent to the new address were both confirmed. */
export class EmailChanges {
  private readonly deps: EmailChangeDeps
  constructor(deps: EmailChangeDeps) {
    this.deps = deps
  }

  /**
   * Sends both links; an earlier request is void. The response does not tell whether the new email has an account: its
   * owner is notified instead (A51). Throws 401 when the session ends meanwhile, 422 `errors.email` for the present
   * email and a disposable one, 429.
   */
  async request(caller: SessionRef, newEmail: string, ip: string): Promise<void> {
    const { userId } = caller
    const { accounts, mails, platform } = this.deps
    const email = normalEmail(newEmail)
    const account = await accounts.byId(userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    if (account.email === email)
      throw platformErrors.fail('validation-failed', { errors: { email: ['users:validation.email-same'] } })
    await this.deps.conditions.requireAccepted(email)
    const counters = [
      { limit: rateLimits.emailChangesPerAccount, subject: [userId] },
      { limit: rateLimits.emailChangesPerNewEmail, subject: [email] },
    ]
    const taken = await accounts.byEmail(email)
    const [oldToken, newToken] = [randomToken(32), randomToken(32)]
    const values = {
      email,
      old_token_hash: sha256(oldToken),
      new_token_hash: sha256(newToken),
      old_confirmed_at: null,
      new_confirmed_at: null,
      new_proven: false,
      created_at: sql<Date>`now()`,
      expires_at: ttl,
    }
    const store = async (tx: Tx) => {
      await this.deps.sessions.lockSharedAndRequireActive(caller, tx)
      await tx
        .builder<UsersTables>()
        .insertInto('email_changes')
        .values({ user_id: userId, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute()
      await mails.emailChangeOld(account, { email, token: oldToken }, tx)
      if (taken) await mails.existing(taken, tx)
      else await mails.emailChangeNew({ email, locale: account.locale }, newToken, tx)
      const details = { to: maskEmail(email) }
      await platform.audit({ actorId: userId, ip, action: 'users.email.change-requested', target: userId, details }, tx)
    }
    await platform.limiter.attempt(counters, () => platform.db.transaction(store))
  }

  /** The change that waits for confirmation, or null. */
  async pending(userId: string): Promise<PendingEmailRow | null> {
    const change = await this.deps.platform.db
      .builder<UsersTables>()
      .selectFrom('email_changes')
      .select(['email', 'old_confirmed_at', 'new_confirmed_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    return change ?? null
  }

  async cancel(userId: string): Promise<void> {
    await remove(this.deps.platform.db, userId)
  }

  /**
   * Confirms one side. True: both sides are confirmed and the email is changed. `userId`: the account that is signed in
   * in the browser that confirms. The new email counts as proven only when a session of the account confirmed it: the
   * owner of the email may have confirmed a change that somebody else asked for. Otherwise a link is sent to it, which
   * proves it after a sign-in, as after a sign-up. Throws 422 `email-change-invalid`.
   */
  async confirm(token: string, userId: string | null, ip: string): Promise<boolean> {
    const { db, audit } = this.deps.platform
    const changed = await db
      .transaction(async (tx) => {
        const change = await confirmEmailChangeSide(tx, sha256(token), userId)
        if (!change) throw usersErrors.fail('email-change-invalid')
        if (!change.old_confirmed_at || !change.new_confirmed_at) return null
        const account = await this.deps.accounts.byId(change.user_id, tx)
        if (!account || (await this.deps.accounts.byEmail(change.email, tx)))
          throw usersErrors.fail('email-change-invalid')
        const now = sql<Date>`now()` as unknown as Date
        const proof = { email_verified_at: now, email_proven_at: change.new_proven ? now : null }
        await this.deps.accounts.update(account.id, { email: change.email, ...proof }, tx)
        tx.emit('users.email.changed', { userId: account.id })
        // A link that was sent to the email before would prove this one.
        await revokeEmailTokens(tx, account.id, 'verify-email')
        // An accepted invitation of this email may wait for its proof.
        if (change.new_proven) tx.emit('users.verified', { userId: account.id })
        else {
          const link = await issueEmailToken(tx, account.id, 'verify-email')
          await this.deps.mails.verify({ email: change.email, locale: account.locale }, link, tx)
        }
        await remove(tx, account.id)
        await revokeEmailTokens(tx, account.id, 'reset-password')
        const details = { before: maskEmail(account.email), after: maskEmail(change.email) }
        await audit({ actorId: account.id, ip, action: 'users.email.changed', target: account.id, details }, tx)
        return account.id
      })
      .catch((error: unknown) => {
        // Another account took the email in the meantime.
        throw isUniqueViolation(error) ? usersErrors.fail('email-change-invalid') : error
      })
    if (changed) this.deps.accounts.invalidate(changed)
    return changed !== null
  }
}

const remove = async (executor: Pick<Tx, 'builder'>, userId: string): Promise<void> => {
  await executor.builder<UsersTables>().deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
