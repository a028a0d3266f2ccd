import { sql } from 'kysely'
import { maskEmail, networkOf, type Platform, type RateLimitCounter, type Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { normalEmail } from '../names.ts'
import { isOutdated, verifyPassword } from '../passwords/hasher.ts'
import { rateLimits } from '../rate-limits.ts'
import type { Accounts } from './accounts.ts'
import type { BackgroundWork } from './background-work.ts'

/** Methods that begin with the password → error of the sign-in when the password was changed meanwhile. */
const errorsByMethod: Record<string, 'credentials-invalid' | 'sign-in-expired'> = {
  password: 'credentials-invalid',
  token: 'credentials-invalid',
  'two-factor': 'sign-in-expired',
}

interface SignInCredentials {
  email: string
  password: string
}

/** Checks credentials; the caller creates the session or token. */
export class SignIn {
  private readonly platform: Pick<Platform, 'limiter' | 'settings' | 'audit'>
  private readonly accounts: Accounts
  private readonly background: BackgroundWork
  constructor(
    platform: Pick<Platform, 'limiter' | 'settings' | 'audit'>,
    accounts: Accounts,
    background: BackgroundWork,
  ) {
    this.platform = platform
    this.accounts = accounts
    this.background = background
  }

  /**
   * The account of these credentials. Throws 422 `credentials-invalid`; with the right password 403 `account-suspended`
   * or `email-not-verified`; 429 after 5 wrong ones in 15 minutes, or 60 of either kind in an hour. `prove` is called after
   * the right password, and resolves with the account, which it may have changed.
   */
  async check(
    { email: typedEmail, password }: SignInCredentials,
    ip: string,
    prove: (account: Account) => Promise<Account> = async (account) => account,
  ): Promise<Account> {
    const { limiter, audit } = this.platform
    const email = normalEmail(typedEmail)
    const counters: RateLimitCounter[] = [
      { limit: rateLimits.signInsPerEmailAndNetwork, subject: [email, networkOf(ip)], onSuccess: 'clear' },
      { limit: rateLimits.signInsPerNetwork, subject: [networkOf(ip)], onSuccess: 'refund' },
      { limit: rateLimits.passwordSignInsPerEmailAndNetwork, subject: [email, networkOf(ip)] },
    ]
    const account = await limiter.attempt(counters, async () => {
      const candidate = await this.accounts.byEmail(typedEmail)
      const matches = await verifyPassword(candidate?.password_hash ?? null, password, networkOf(ip))
      if (candidate && matches) return candidate
      this.background.run('audit', () =>
        audit({ actorId: candidate?.id ?? null, ip, action: 'users.sign-in.failed', target: maskEmail(email) }),
      )
      throw usersErrors.fail('credentials-invalid')
    })
    await this.requireAllowed(await prove(account))
    if (!account.password_hash || !isOutdated(account.password_hash)) return account
    // Now, because sessions and challenges that the caller creates are bound to the hash.
    return { ...account, password_hash: await this.accounts.rehash(account, password) }
  }

  /**
   * Locks the account until `tx` ends; sessions and tokens of a sign-in are created behind this check. `account`: as it was
   * when the caller was authenticated. Throws 403 `account-suspended` when it was suspended since; when the password was
   * changed, 422 `credentials-invalid` or 401 `sign-in-expired`, for methods that begin with it.
   */
  async requireUnchanged(account: Account, method: string, tx: Tx): Promise<void> {
    const now = await this.accounts.lock(account.id, tx)
    const changed = errorsByMethod[method]
    if (changed && now?.password_hash !== account.password_hash) throw usersErrors.fail(changed)
    if (now?.status !== 'active') throw usersErrors.fail('account-suspended')
  }

  /** Records a sign-in in the audit log. */
  async record(accountId: string, ip: string, method: string, tx: Tx): Promise<void> {
    const entry = { actorId: accountId, ip, target: accountId, details: { method } }
    await this.platform.audit({ ...entry, action: 'users.sign-in.done' }, tx)
  }

  /**
   * Records the account's first sign-in; false when it had signed in before. Call it before `requireUnchanged`: concurrent
   * sign-ins share that lock, so that each would wait for the other before it could update the row.
   */
  async markFirst(accountId: string, tx: Tx): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .builder<UsersTables>()
      .updateTable('users')
      .set({ first_signed_in_at: sql<Date>`now()` })
      .where('id', '=', accountId)
      .where('first_signed_in_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Throws 403 `account-suspended`, `email-not-verified`. Call it after the authentication, so that others learn
   * nothing.
   */
  async requireAllowed(account: Account): Promise<void> {
    if (account.status === 'suspended') throw usersErrors.fail('account-suspended')
    if (!account.email_verified_at && (await this.platform.settings.get('user_verification')))
      throw usersErrors.fail('email-not-verified')
  }
}
