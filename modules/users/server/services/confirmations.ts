import { sql } from 'kysely'
import { type Platform, type Principal, platformErrors } from '../../../platform/index.ts'
import { type Confirmation, confirmationMinutes } from '../../contract.ts'
import type { UsersTables } from '../entities/index.ts'
import { usersErrors } from '../errors.ts'
import { verifyPassword } from '../passwords/hasher.ts'
import { rateLimits } from '../rate-limits.ts'
import type { Accounts } from './accounts.ts'

// An account that signs in without a password has none to enter: there, a new session counts as confirmed.
const confirmedSql = `select exists (select 1 from sessions s join users u on u.id = s.user_id where s.id = $1 and greatest(
  s.password_confirmed_at, case when u.password_hash is null then s.created_at end)
  > now() - make_interval(mins => ${confirmationMinutes})) as confirmed`

const methodsSql = `select password_hash is not null as password,
    exists (select 1 from passkeys p where p.user_id = u.id) as passkey
  from users u where id = $1`

/** Recent authentication: sensitive actions require that the password was entered in this session within 15 minutes. */
export class Confirmations {
  private readonly platform: Pick<Platform, 'db' | 'limiter' | 'audit'>
  private readonly accounts: Accounts
  constructor(platform: Pick<Platform, 'db' | 'limiter' | 'audit'>, accounts: Accounts) {
    this.platform = platform
    this.accounts = accounts
  }

  /** Throws 422 `errors.password`, 403 for tokens, 429 after 10 passwords of this session in 15 minutes, right or wrong. */
  async confirm({ userId, sessionId }: Principal, password: string, ip: string): Promise<void> {
    const { limiter, audit } = this.platform
    if (!sessionId) throw usersErrors.fail('session-required')
    const limit = rateLimits.passwordConfirmationsPerSession
    await limiter.attempt([{ limit, subject: [sessionId] }], async () => {
      const account = await this.accounts.byId(userId)
      if (account && (await verifyPassword(account.password_hash, password, userId))) return
      await audit({ actorId: userId, ip, action: 'users.password.confirmation-failed', target: userId })
      throw platformErrors.fail('validation-failed', { errors: { password: ['users:validation.password-wrong'] } })
    })
    await this.record(sessionId)
  }

  /** Records that the user of this session has just proven their identity. */
  async record(sessionId: string): Promise<void> {
    await this.platform.db
      .builder<UsersTables>()
      .updateTable('sessions')
      .set({ password_confirmed_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .execute()
  }

  async isConfirmed({ sessionId }: Principal): Promise<boolean> {
    if (!sessionId) return false
    const [row] = await this.platform.db.query<{ confirmed: boolean }>(confirmedSql, [sessionId])
    return row?.confirmed ?? false
  }

  /** Ways to confirm besides a new session. */
  async methods({ userId }: Principal): Promise<Confirmation['methods']> {
    const [available] = await this.platform.db.query<Record<Confirmation['methods'][number], boolean>>(methodsSql, [
      userId,
    ])
    return (['password', 'passkey'] as const).filter((method) => available?.[method])
  }

  /** Throws 423 `password-confirmation-required`; always for tokens. */
  async require(principal: Principal): Promise<void> {
    if (!(await this.isConfirmed(principal))) throw usersErrors.fail('password-confirmation-required')
  }
}
