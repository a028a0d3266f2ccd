import { sql } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'
import { type AuditActor, networkOf, type Platform, platformErrors, type Tx } from '../../../platform/index.ts'
import type { Account } from '../account.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import type { AccountMails } from './account-mails.ts'
import type { AccountChanges, Accounts } from './accounts.ts'
import { newRecoveryCodes, normalRecoveryCode, secretsOf } from './two-factor-secrets.ts'

/** Per account and network, so that others cannot lock the owner out; and per account. */
const perNetwork = { limit: 5, windowSeconds: 10 * 60 }
const perAccount = { limit: 50, windowSeconds: 3600 }
/** A code counts in the step before and after its own, because clocks differ. */
const toleranceSeconds = 30
const cleared = {
  two_factor_secret: null,
  two_factor_recovery_codes: null,
  two_factor_confirmed_at: null,
  two_factor_last_step: null,
}

export interface SecondFactor {
  code?: string | undefined
  recovery_code?: string | undefined
}

export interface TwoFactorDeps {
  platform: Pick<Platform, 'db' | 'config' | 'limiter' | 'audit' | 'settings'>
  accounts: Accounts
  mails: AccountMails
}

/** The second factor of an account: codes of an app (TOTP) and recovery codes. Enabled once a first code was right. */
export class TwoFactor {
  private readonly deps: TwoFactorDeps
  constructor(deps: TwoFactorDeps) {
    this.deps = deps
  }

  /** Creates a secret and recovery codes, not yet in use. Throws 409 `two-factor-enabled`. */
  async prepare(userId: string): Promise<void> {
    const account = await this.account(userId)
    if (account.two_factor_confirmed_at) throw usersErrors.fail('two-factor-enabled')
    const secrets = this.secretsOf(userId)
    await this.deps.accounts.update(userId, {
      two_factor_secret: secrets.encryptSecret(generateSecret()),
      two_factor_recovery_codes: JSON.stringify(secrets.encryptCodes(newRecoveryCodes())),
      two_factor_last_step: null,
    })
  }

  /** Puts the second factor in use. Throws 409 without a prepared secret, 422 `errors.code`, 429. */
  async confirm(userId: string, code: string, ip: string): Promise<void> {
    const account = await this.account(userId)
    if (!account.two_factor_secret || account.two_factor_confirmed_at) throw usersErrors.fail('two-factor-not-prepared')
    await this.check(account, { code }, ip)
    await this.change(account, { two_factor_confirmed_at: sql<Date>`now()` as unknown as Date }, 'enabled', ip)
  }

  async disable(userId: string, ip: string): Promise<void> {
    const account = await this.account(userId)
    await this.change(account, cleared, account.two_factor_confirmed_at ? 'disabled' : null, ip)
  }

  /** Turns it off for somebody who lost it. The audit log names the administrator alone. */
  async reset(account: Account, actor: AuditActor): Promise<void> {
    const { platform, accounts, mails } = this.deps
    await platform.db.transaction(async (tx) => {
      await accounts.update(account.id, cleared, tx)
      await platform.audit({ ...actor, action: 'users.two-factor.reset', target: account.id }, tx)
      if (account.two_factor_confirmed_at) await mails.notice(account, 'two-factor-disabled', tx)
    })
    accounts.invalidate(account.id)
  }

  /** The secret as people type it and as a QR code for their app. Throws 409 when there is none, or when it is in use. */
  async setup(userId: string): Promise<{ secretKey: string; url: string; svg: string }> {
    const account = await this.account(userId)
    if (!account.two_factor_secret || account.two_factor_confirmed_at) throw usersErrors.fail('two-factor-not-prepared')
    const secretKey = this.secretsOf(userId).decryptSecret(account.two_factor_secret)
    const issuer = await this.deps.platform.settings.get('app_title')
    const url = generateURI({ issuer, label: account.email, secret: secretKey })
    return { secretKey, url, svg: renderSVG(url, { border: 2 }) }
  }

  /** The codes that are not used yet; empty without a second factor. */
  async recoveryCodes(userId: string): Promise<string[]> {
    const found = await readCodes(this.deps.platform.db, userId)
    return found ? this.secretsOf(userId).decryptCodes(found) : []
  }

  /** Replaces all recovery codes. Throws 409 without a second factor. */
  async renewRecoveryCodes(userId: string, ip: string): Promise<string[]> {
    const account = await this.account(userId)
    if (!account.two_factor_secret) throw usersErrors.fail('two-factor-not-prepared')
    const codes = newRecoveryCodes()
    const stored = JSON.stringify(this.secretsOf(userId).encryptCodes(codes))
    await this.change(account, { two_factor_recovery_codes: stored }, 'codes-renewed', ip)
    return codes
  }

  /**
   * Checks a code of the app or a recovery code; each counts once (A52). Throws 422 `two-factor-code-invalid` or
   * `recovery-code-invalid`, 429 after 5 wrong ones in 10 minutes.
   */
  async check(account: Account, { code, recovery_code }: SecondFactor, ip: string): Promise<void> {
    const { limiter, audit } = this.deps.platform
    const keys = [
      ['two-factor', account.id, networkOf(ip)],
      ['two-factor-account', account.id],
    ] as const
    await limiter.consume(keys[0], perNetwork)
    await limiter.consume(keys[1], perAccount)
    const matches = code
      ? await this.matchesApp(account, code)
      : recovery_code
        ? await this.consumeRecoveryCode(account.id, recovery_code)
        : false
    if (!matches) {
      await audit({ actorId: account.id, ip, action: 'users.two-factor.failed', target: account.id })
      throw usersErrors.fail(recovery_code && !code ? 'recovery-code-invalid' : 'two-factor-code-invalid')
    }
    await limiter.clear(keys[0])
    await limiter.refund(keys[1])
    if (recovery_code && !code)
      await audit({ actorId: account.id, ip, action: 'users.two-factor.recovery-code-used', target: account.id })
  }

  private async matchesApp({ id, two_factor_secret }: Account, code: string): Promise<boolean> {
    const token = code.replace(/\s+/g, '')
    if (!two_factor_secret || !/^\d{6}$/.test(token)) return false
    const secret = this.secretsOf(id).decryptSecret(two_factor_secret)
    const result = await verify({ secret, token, epochTolerance: toleranceSeconds })
    if (!result.valid || !('timeStep' in result)) return false
    return this.consumeStep(id, result.timeStep)
  }

  /** False when a code of this step or a later one was used before, also by a concurrent request. */
  private async consumeStep(userId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.deps.platform.db
      .builder<UsersTables>()
      .updateTable('users')
      .set({ two_factor_last_step: step })
      .where('id', '=', userId)
      .where(({ or, eb }) => or([eb('two_factor_last_step', 'is', null), eb('two_factor_last_step', '<', step)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  private consumeRecoveryCode(userId: string, given: string): Promise<boolean> {
    const secrets = this.secretsOf(userId)
    return this.deps.platform.db.transaction(async (tx) => {
      const stored = await readCodes(tx, userId, true)
      const codes = stored ? secrets.decryptCodes(stored) : []
      const left = codes.filter((code) => code !== normalRecoveryCode(given))
      if (left.length === codes.length) return false
      const changed = { two_factor_recovery_codes: JSON.stringify(secrets.encryptCodes(left)) }
      await this.deps.accounts.update(userId, changed, tx)
      return true
    })
  }

  private async account(userId: string): Promise<Account> {
    const account = await this.deps.accounts.byId(userId)
    if (!account) throw platformErrors.fail('unauthenticated')
    return account
  }

  private secretsOf(userId: string) {
    return secretsOf(this.deps.platform.config.appKey, userId)
  }

  /** Changes the account; the entry of the audit log and the email about it are in the same transaction. */
  private async change(
    account: Account,
    changes: AccountChanges,
    change: 'enabled' | 'disabled' | 'codes-renewed' | null,
    ip: string,
  ): Promise<void> {
    const { platform, accounts, mails } = this.deps
    await platform.db.transaction(async (tx) => {
      await accounts.update(account.id, changes, tx)
      if (!change) return
      await platform.audit({ actorId: account.id, ip, action: `users.two-factor.${change}`, target: account.id }, tx)
      await mails.notice(account, `two-factor-${change}`, tx)
    })
    accounts.invalidate(account.id)
  }
}

const readCodes = async (executor: Pick<Tx, 'builder'>, userId: string, lock = false): Promise<string | null> => {
  const query = executor
    .builder<UsersTables>()
    .selectFrom('users')
    .select('two_factor_recovery_codes')
    .where('id', '=', userId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return (row?.two_factor_recovery_codes as string | null | undefined) ?? null
}
