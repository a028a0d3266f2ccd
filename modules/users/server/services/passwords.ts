import { type Platform, platformErrors, type RateLimitCounter } from '../../../platform/index.ts'
import { usersErrors } from '../errors.ts'
import { displayName } from '../names.ts'
import { hashPassword, verifyPassword } from '../passwords/hasher.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import { revokeEmailTokens } from './email-tokens.ts'
import type { PersonalAccessTokens } from './personal-access-tokens.ts'
import type { Device, NewSession, SessionRef, Sessions } from './sessions.ts'
import type { SignInMethods } from './sign-in-methods.ts'

const wrongPassword = () =>
  platformErrors.fail('validation-failed', { errors: { current: ['users:validation.password-wrong'] } })

interface PasswordChange {
  current: string
  password: string
  password_confirmation: string
}

interface PasswordDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'limiter' | 'audit'>
  accounts: Accounts
  sessions: Sessions
  mails: AccountMails
  methods: SignInMethods
  tokens: PersonalAccessTokens
}

/** Changes the password of the caller. */
export class Passwords {
  private readonly deps: PasswordDeps
  constructor(deps: PasswordDeps) {
    this.deps = deps
  }

  /**
   * The account signs in by passkeys or identity providers from now on. Throws 401 when the session ends meanwhile, 409
   * `last-sign-in-method`.
   */
  async remove(caller: SessionRef, ip: string): Promise<void> {
    const { audit } = this.deps.platform
    const { userId } = caller
    await this.deps.methods.removeOne(caller, async (tx) => {
      await this.deps.accounts.update(userId, { password_hash: null }, tx)
      // Somebody who knows the password may have begun the change of the email.
      await tx.query('delete from email_changes where user_id = $1', [userId])
      await this.deps.tokens.removeSignIns(userId, tx)
      await audit({ actorId: userId, ip, action: 'users.password.removed', target: userId }, tx)
      const account = await this.deps.accounts.byId(userId, tx)
      if (account) await this.deps.mails.notice(account, 'password-removed', tx)
    })
    this.deps.accounts.invalidate(userId)
  }

  /**
   * Ends every session of the account, and creates a new one for the caller. Throws 401 when the session ends meanwhile, 403
   * for tokens, 422 `errors.current`, `errors.password`, 429 after 10 passwords of this session in 15 minutes, or 10 changes in
   * an hour: others cannot lock the owner out.
   */
  async change(caller: SessionRef, input: PasswordChange, device: Device & { remember: boolean }): Promise<NewSession> {
    const { userId, sessionId } = caller
    const { db, limiter, settings, audit } = this.deps.platform
    if (!sessionId) throw usersErrors.fail('session-required')
    const counter: RateLimitCounter = { limit: rateLimits.passwordChangesPerSession, subject: [sessionId] }
    const account = await limiter.attempt([counter], async () => {
      const stored = await this.deps.accounts.byId(userId)
      if (!stored || !(await verifyPassword(stored.password_hash, input.current, userId))) throw wrongPassword()
      return stored
    })
    checkNewPassword(input.password, input.password_confirmation, [
      account.email,
      displayName(account),
      await settings.get('app_title'),
    ])
    await limiter.consume(rateLimits.passwordChangesPerAccount, [userId])
    const hash = await hashPassword(input.password)
    return db.transaction(async (tx) => {
      await this.deps.sessions.lockAndRequireActive(caller, tx)
      if (!(await this.deps.accounts.replacePassword(account, hash, tx))) throw wrongPassword()
      // A link that was sent before must not undo this.
      await revokeEmailTokens(tx, userId, 'reset-password')
      await this.deps.sessions.revokeAll(userId, { tx })
      await audit({ actorId: userId, ip: device.ip, action: 'users.password.changed', target: userId }, tx)
      await this.deps.mails.passwordChanged(account, tx)
      tx.emit('users.password.changed', { userId })
      return this.deps.sessions.create(userId, device, tx)
    })
  }
}
