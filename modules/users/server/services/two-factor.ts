import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import {
  type AuditSource,
  networkOf,
  type Platform,
  platformErrors,
  type RateLimitCounter,
  type Tx,
} from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import { usersErrors } from '../errors.ts'
import { rateLimits } from '../rate-limits.ts'
import type { AccountMails } from './account-mails.ts'
import type { AccountChanges, Accounts } from './accounts.ts'
import { findSecondFactorCode, readRecoveryCodes, type SecondFactor } from './second-factor-code.ts'
import type { SessionRef, Sessions } from './sessions.ts'
import { newRecoveryCodes, twoFactorCipherOf } from './two-factor-secrets.ts'

const cleared = {
  two_factor_secret: null,
  two_factor_recovery_codes: null,
  two_factor_confirmed_at: null,
  two_factor_last_step: null,
}

/** Marks a code as used, in the transaction that grants the sign-in or the change. Throws 422 when it was used meanwhile. */
export type ConsumeCode = (tx: Tx) => Promise<void>

interface Change {
  changes: AccountChanges
  /** The email that the account gets; null: none. */
  notice: 'enabled' | 'disabled' | 'codes-renewed' | null
}

interface TwoFactorDeps {
  platform: Pick<Platform, 'db' | 'config' | 'limiter' | 'audit' | 'settings'>
  accounts: Accounts
  mails: AccountMails
  sessions: Pick<Sessions, 'lockAndRequireActive'>
}

/** The second factor of an account: codes of an app (TOTP) and recovery codes. Enabled once a first code was right. */
export class TwoFactor {
  private readonly deps: TwoFactorDeps
  constructor(deps: TwoFactorDeps) {
    this.deps = deps
  }

  /** Creates a secret and recovery codes, not yet in use. Throws 409 `two-factor-enabled`. */
  async prepare(caller: SessionRef, ip: string): Promise<void> {
    const { generateSecret } = await import('otplib')
    const secrets = this.secretsOf(caller.userId)
    return this.change(caller, ip, (account) => {
      if (account.two_factor_confirmed_at) throw usersErrors.fail('two-factor-enabled')
      const changes = {
        two_factor_secret: secrets.encryptSecret(generateSecret()),
        two_factor_recovery_codes: JSON.stringify(secrets.encryptCodes(newRecoveryCodes())),
        two_factor_last_step: null,
      }
      return { changes, notice: null }
    })
  }

  /** Puts the second factor in use. Throws 409 without a prepared secret, 422 `errors.code`, 429. */
  async confirm(caller: SessionRef, code: string, ip: string): Promise<void> {
    const checked = await this.account(caller.userId)
    requirePrepared(checked)
    const decide = (account: Account): Change => {
      requirePrepared(account)
      // Another tab may have prepared a second secret, which this code does not prove.
      if (account.two_factor_secret !== checked.two_factor_secret) throw usersErrors.fail('two-factor-code-invalid')
      return { changes: { two_factor_confirmed_at: sql<Date>`now()` as unknown as Date }, notice: 'enabled' }
    }
    await this.check(checked, { code }, ip, (consumeCode) => this.change(caller, ip, decide, consumeCode))
  }

  disable(caller: SessionRef, ip: string): Promise<void> {
    return this.change(caller, ip, ({ two_factor_confirmed_at }) => ({
      changes: cleared,
      notice: two_factor_confirmed_at ? 'disabled' : null,
    }))
  }

  /** Disables the second factor of an account that has lost it. The audit log names the administrator alone. */
  async reset(account: Account, actor: AuditSource): Promise<void> {
    const { platform, accounts, mails } = this.deps
    await platform.db.transaction(async (tx) => {
      await accounts.update(account.id, cleared, tx)
      tx.emit('users.security.changed', { userId: account.id })
      await platform.audit({ ...actor, action: 'users.two-factor.reset', target: account.id }, tx)
      if (account.two_factor_confirmed_at) await mails.notice(account, 'two-factor-disabled', tx)
    })
    accounts.invalidate(account.id)
  }

  /** The secret as people type it and as a QR code for their app. Throws 409 when there is none, or when it is in use. */
  async setup(userId: string): Promise<{ secretKey: string; url: string; svg: string }> {
    const account = await this.account(userId)
    const secretKey = this.secretsOf(userId).decryptSecret(requirePrepared(account))
    const issuer = await this.deps.platform.settings.get('app_title')
    const { generateURI } = await import('otplib')
    const url = generateURI({ issuer, label: account.email, secret: secretKey })
    return { secretKey, url, svg: renderSVG(url, { border: 2 }) }
  }

  /** The codes that are not used yet; empty without a second factor. */
  async recoveryCodes(userId: string): Promise<string[]> {
    const encrypted = await readRecoveryCodes(this.deps.platform.db, userId)
    return encrypted ? this.secretsOf(userId).decryptCodes(encrypted) : []
  }

  /** Replaces all recovery codes. Throws 409 without a second factor. */
  async renewRecoveryCodes(caller: SessionRef, ip: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    const stored = JSON.stringify(this.secretsOf(caller.userId).encryptCodes(codes))
    await this.change(caller, ip, ({ two_factor_secret }) => {
      if (!two_factor_secret) throw usersErrors.fail('two-factor-not-prepared')
      return { changes: { two_factor_recovery_codes: stored }, notice: 'codes-renewed' }
    })
    return codes
  }

  /**
   * Checks a code of the app or a recovery code, then calls `grant`, which uses the code up in its transaction: each code is
   * accepted once (A52), and stays unused when `grant` fails. Throws 422 `two-factor-code-invalid` or
   * `recovery-code-invalid`, 429 after 5 wrong ones in 10 minutes.
   */
  check<T>(
    account: Account,
    factor: SecondFactor,
    ip: string,
    grant: (consumeCode: ConsumeCode) => Promise<T>,
  ): Promise<T> {
    const { platform, accounts } = this.deps
    const counters: RateLimitCounter[] = [
      {
        limit: rateLimits.secondFactorsPerAccountAndNetwork,
        subject: [account.id, networkOf(ip)],
        onSuccess: 'clear',
      },
      { limit: rateLimits.secondFactorsPerAccount, subject: [account.id], onSuccess: 'refund' },
    ]
    return platform.limiter.attempt(counters, async () => {
      const isRecovery = !factor.code && factor.recovery_code !== undefined
      const entry = { actorId: account.id, ip, target: account.id }
      const invalid = () => usersErrors.fail(isRecovery ? 'recovery-code-invalid' : 'two-factor-code-invalid')
      const use = await findSecondFactorCode(
        { account, accounts, secrets: this.secretsOf(account.id) },
        factor,
        platform.db,
      )
      if (!use) {
        await platform.audit({ ...entry, action: 'users.two-factor.failed' })
        throw invalid()
      }
      return grant(async (tx) => {
        if (!(await use(tx))) throw invalid()
        if (isRecovery) await platform.audit({ ...entry, action: 'users.two-factor.recovery-code-used' }, tx)
      })
    })
  }

  private async account(userId: string, executor?: Tx): Promise<Account> {
    const account = await this.deps.accounts.byId(userId, executor)
    if (!account) throw platformErrors.fail('unauthenticated')
    return account
  }

  private secretsOf(userId: string) {
    return twoFactorCipherOf(this.deps.platform.config.appKey, userId)
  }

  /**
   * Applies the changes that `decide` makes of the locked account, which another tab may have changed before. `consumeCode`, the
   * audit entry and the email belong to the same transaction. Throws 401 when the session has ended.
   */
  private async change(
    caller: SessionRef,
    ip: string,
    decide: (account: Account) => Change,
    consumeCode?: ConsumeCode,
  ): Promise<void> {
    const { platform, accounts, mails, sessions } = this.deps
    const { userId } = caller
    await platform.db.transaction(async (tx) => {
      await sessions.lockAndRequireActive(caller, tx)
      const account = await this.account(userId, tx)
      const { changes, notice } = decide(account)
      await consumeCode?.(tx)
      await accounts.update(userId, changes, tx)
      if (!notice) return
      tx.emit('users.security.changed', { userId })
      await platform.audit({ actorId: userId, ip, action: `users.two-factor.${notice}`, target: userId }, tx)
      await mails.notice(account, `two-factor-${notice}`, tx)
    })
    accounts.invalidate(userId)
  }
}

/** The secret that is not yet in use. Throws 409 `two-factor-not-prepared`. */
const requirePrepared = ({ two_factor_secret, two_factor_confirmed_at }: Account): string => {
  if (!two_factor_secret || two_factor_confirmed_at) throw usersErrors.fail('two-factor-not-prepared')
  return two_factor_secret
}
