import { networkOf, type Platform, type Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { usersErrors } from '../errors.ts'
import { displayName, normalEmail } from '../names.ts'
import { hashPassword } from '../passwords/hasher.ts'
import { checkNewPassword } from '../passwords/password-policy.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import type { BackgroundWork } from './background-work.ts'
import { sendMailAfterResponse, takeMailAllowance } from './email-limits.ts'
import { consumeEmailToken, issueEmailToken, ownerOfEmailToken } from './email-tokens.ts'
import { lockAccounts } from './lock-accounts.ts'
import type { Sessions } from './sessions.ts'
import type { SignInMethods } from './sign-in-methods.ts'

interface PasswordReset {
  token: string
  email: string
  password: string
  password_confirmation: string
}

interface RecoveryDeps {
  platform: Pick<Platform, 'db' | 'settings' | 'limiter' | 'audit'>
  accounts: Accounts
  sessions: Sessions
  methods: SignInMethods
  mails: AccountMails
  background: BackgroundWork
}

/** Resets a forgotten password by a link sent by email. */
export class PasswordRecovery {
  private readonly deps: RecoveryDeps
  constructor(deps: RecoveryDeps) {
    this.deps = deps
  }

  /** Sends a link if there is such an account; the response is the same either way. 429 after 10 an hour and network. */
  async request(email: string, ip: string): Promise<void> {
    const { background, platform } = this.deps
    const { limiter, db, audit } = platform
    await sendMailAfterResponse({ limiter, background }, 'reset-mail', ip, async () => {
      const account = await this.deps.accounts.byEmail(email)
      if (account?.status !== 'active') return
      await db.transaction(async (tx) => {
        if (!(await takeMailAllowance(limiter, 'reset-mail', [normalEmail(email)], tx))) return
        await this.deps.mails.reset(account, await issueEmailToken(tx, account.id, 'reset-password'), tx)
        await audit({ actorId: null, ip, action: 'users.password.requested', target: account.id }, tx)
      })
    })
  }

  /**
   * Sets the password and ends all sessions and tokens. An account whose email was proven before keeps its second factor
   * (A52); otherwise all other sign-in methods are removed, and true is the result when there were any. Throws 422
   * `reset-token-invalid`, 422 per field, 429.
   */
  async reset(input: PasswordReset, ip: string): Promise<boolean> {
    const { limiter, db, settings, audit } = this.deps.platform
    const email = normalEmail(input.email)
    const invalid = () => usersErrors.fail('reset-token-invalid')
    // A valid token is no guess, even when the new password is rejected afterwards: it is refunded.
    const counter = { limit: rateLimits.resetTokensPerNetwork, subject: [networkOf(ip)], onSuccess: 'refund' } as const
    const account = await limiter.attempt([counter], async () => {
      const ownerId = await ownerOfEmailToken(db, input.token, 'reset-password')
      const owner = ownerId ? await this.deps.accounts.byId(ownerId) : null
      if (!owner || normalEmail(owner.email) !== email) throw invalid()
      return owner
    })
    const personalWords = [email, displayName(account), await settings.get('app_title')]
    // A rejected password leaves the link usable.
    checkNewPassword(input.password, input.password_confirmation, personalWords)
    const hash = await hashPassword(input.password)
    const removed = await db.transaction(async (tx) => {
      // Before the token's row, as a change of the password or the email does.
      await lockAccounts(tx, [account.id])
      if ((await consumeEmailToken(tx, input.token, 'reset-password')) !== account.id) throw invalid()
      await this.deps.accounts.update(account.id, { password_hash: hash }, tx)
      // Opening the link proves access to the mailbox.
      const removed = (await this.deps.accounts.markProven(account.id, tx)) && (await this.firstProven(account, ip, tx))
      await this.deps.sessions.revokeAll(account.id, { tx, tokens: 'all' })
      await audit({ actorId: account.id, ip, action: 'users.password.reset', target: account.id }, tx)
      await this.deps.mails.passwordChanged(proven(account), tx)
      tx.emit('users.password.changed', { userId: account.id })
      return removed
    })
    return removed
  }

  /**
   * The first proof of the email. Somebody else may have registered it, so passkeys, identities and the second factor are
   * removed. The owner may have set them up, and is notified. False when there were none.
   */
  private async firstProven(account: Account, ip: string, tx: Tx): Promise<boolean> {
    const removed = await this.deps.methods.removeAllButPassword(account.id, tx)
    for (const entry of removed) await this.deps.platform.audit({ ...entry, actorId: account.id, ip }, tx)
    if (removed.length > 0) await this.deps.mails.notice(proven(account), 'methods-removed', tx)
    tx.emit('users.verified', { userId: account.id })
    return removed.length > 0
  }
}

/** The account as it is after the link of its email was opened. */
const proven = (account: Account): Account => ({ ...account, email_proven_at: account.email_proven_at ?? new Date() })
