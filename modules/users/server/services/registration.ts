import { maskEmail, networkOf, type Platform, platformErrors, type Tx } from '../../../platform/index.ts'
import { normalEmail } from '../names.ts'
import { hashPassword } from '../passwords/hasher.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import type { BackgroundWork } from './background-work.ts'
import type { BotChecks } from './bot-checks.ts'
import { sendMailAfterResponse, takeMailAllowance } from './email-limits.ts'
import { consumeEmailToken, issueEmailToken, ownerOfEmailToken } from './email-tokens.ts'
import { lockAccounts } from './lock-accounts.ts'
import type { SignUpConditions } from './sign-up-conditions.ts'

interface SignUpFields {
  email: string
  name: string
  password: string
  password_confirmation: string
  reCaptcha?: string
  proof?: string
}

interface RegistrationDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'limiter' | 'audit'>
  accounts: Accounts
  mails: AccountMails
  background: BackgroundWork
  botChecks: BotChecks
  conditions: SignUpConditions
}

/** Sign-up and email verification. */
export class Registration {
  private readonly deps: RegistrationDeps
  constructor(deps: RegistrationDeps) {
    this.deps = deps
  }

  /**
   * The id of the new account to sign in, or null when an email was sent instead: the answer then does not reveal whether
   * the email had an account. Throws 409 `registration-disabled`, 401 `registration-closed`, 422 per field, 429 after 5
   * an hour and network.
   */
  async register(input: SignUpFields, from: { ip: string; locale: string }): Promise<string | null> {
    const { settings, limiter } = this.deps.platform
    const email = normalEmail(input.email)
    await this.deps.conditions.requireSignUp(email)
    checkNewPassword(input.password, input.password_confirmation, [email, input.name, await settings.get('app_title')])
    await this.deps.botChecks.require(input, from.ip)
    const verification = await settings.get('user_verification')
    const counter = { limit: rateLimits.signUpsPerNetwork, subject: [networkOf(from.ip)] }
    const id = await limiter.attempt([counter], async () => {
      const passwordHash = await hashPassword(input.password)
      return this.create({ ...input, email, passwordHash, verified: !verification, locale: from.locale }, from.ip)
    })
    if (!verification && id === null)
      throw platformErrors.fail('validation-failed', { errors: { email: ['users:validation.email-taken'] } })
    if (!verification) return id
    this.deps.background.run('sign-up email', async () => {
      if (id) await this.sendVerification(id)
      else await this.notifyOwner(email)
    })
    return null
  }

  /**
   * Creates an account whose email an identity provider has verified. Its id, or null when the email is taken. Throws 409
   * `registration-disabled`, 401 `registration-closed`, 422 for a disposable email. `link`: stores the identity within
   * the transaction, so that no account is left which nothing signs in to. 429 after 30 in 15 minutes and network.
   */
  async registerByProvider(
    { email, name, provider, locale }: { email: string; name: string; provider: string; locale: string },
    ip: string,
    link: (tx: Tx, id: string) => Promise<unknown>,
  ): Promise<string | null> {
    await this.deps.conditions.requireSignUp(email)
    await this.deps.platform.limiter.consume(rateLimits.providerSignUpsPerNetwork, [networkOf(ip)])
    return this.create(
      { email, name, passwordHash: null, oauthProvider: provider, verified: true, proven: true, locale },
      ip,
      link,
    )
  }

  /**
   * Sends the link again if there is such an account whose email is not proven; the response is the same either way.
   * 429 after 10 an hour and network.
   */
  async resend(email: string, ip: string): Promise<void> {
    const { background, platform } = this.deps
    await sendMailAfterResponse({ limiter: platform.limiter, background }, 'verification-mail', ip, async () => {
      const account = await this.deps.accounts.byEmail(email)
      if (account && !account.email_proven_at) await this.sendVerification(account.id, { isLimited: true })
    })
  }

  /**
   * Handles the link of a verification email. `userId`: the account that is signed in in the browser that opened the link.
   * `sign-in`: the link alone proves nothing, because somebody else may have registered the email, and mail programs open
   * links before their readers do; the person has to sign in to the account, or reset its password. `invalid`: unknown or
   * expired.
   */
  async verify(token: string, userId: string | null): Promise<'verified' | 'sign-in' | 'invalid'> {
    const ownerId = await ownerOfEmailToken(this.deps.platform.db, token, 'verify-email')
    if (!ownerId) return 'invalid'
    if ((await this.deps.accounts.byId(ownerId))?.email_proven_at) return 'verified'
    if (ownerId !== userId) return 'sign-in'
    await this.prove(ownerId, token)
    return 'verified'
  }

  /** Proves the email of an account whose password was verified. A token of another account does nothing. */
  async prove(userId: string, token: string): Promise<void> {
    const { db, audit } = this.deps.platform
    await db.transaction(async (tx) => {
      // Before the token's row, as a change of the password or the email does.
      await lockAccounts(tx, [userId])
      if ((await ownerOfEmailToken(tx, token, 'verify-email')) !== userId) return
      await consumeEmailToken(tx, token, 'verify-email')
      if (!(await this.deps.accounts.markProven(userId, tx))) return
      await audit({ actorId: userId, action: 'users.email.verified', target: userId }, tx)
      tx.emit('users.verified', { userId })
    })
    this.deps.accounts.invalidate(userId)
  }

  private create(
    account: Parameters<Accounts['create']>[0],
    ip: string,
    link?: (tx: Tx, id: string) => Promise<unknown>,
  ): Promise<string | null> {
    return this.deps.platform.db.transaction(async (tx) => {
      const id = await this.deps.accounts.create(account, tx)
      if (!id) {
        const details = { reason: 'email-taken' }
        // Written in the same transaction as for a new account: waiting for the disk takes as long (A51).
        await this.deps.platform.audit(
          { actorId: null, ip, action: 'users.registration.rejected', target: maskEmail(account.email), details },
          tx,
        )
        return null
      }
      await link?.(tx, id)
      await this.deps.platform.audit({ actorId: id, ip, action: 'users.registered', target: id }, tx)
      tx.emit('users.registered', { userId: id, emailProven: account.proven === true })
      return id
    })
  }

  /**
   * Mails the link that proves the account's email. `keepEarlier`: see `issueEmailToken`. `isLimited`: sends nothing
   * when the recipient's rate limit is reached, see `takeMailAllowance`.
   */
  async sendVerification(userId: string, { keepEarlier = false, isLimited = false } = {}): Promise<void> {
    const { db, limiter } = this.deps.platform
    const account = await this.deps.accounts.byId(userId)
    if (!account) return
    await db.transaction(async (tx) => {
      if (isLimited && !(await takeMailAllowance(limiter, 'verification-mail', [normalEmail(account.email)], tx)))
        return
      await this.deps.mails.verify(account, await issueEmailToken(tx, userId, 'verify-email', { keepEarlier }), tx)
    })
  }

  /** Notifies the owner of an email that somebody tried to sign up with it, at most 3 times an hour. */
  private async notifyOwner(email: string): Promise<void> {
    const account = await this.deps.accounts.byEmail(email)
    if (!account) return
    if (!account.email_verified_at) return this.sendVerification(account.id, { keepEarlier: true, isLimited: true })
    const { db, limiter } = this.deps.platform
    await db.transaction(async (tx) => {
      // This email has no link that proves anything, so it counts against a limit of its own.
      if (await takeMailAllowance(limiter, 'existing-mail', [email], tx)) await this.deps.mails.existing(account, tx)
    })
  }
}
