import { type AuditActor, type AuditSource, type Platform, platformErrors } from '../../../../platform/index.ts'
import type { Account } from '../../account.ts'
import { hashPassword } from '../../passwords/hasher.ts'
import { checkNewPassword } from '../../passwords/password-policy.ts'
import type { AccountDeletion } from '../account-deletion.ts'
import type { AccountMails } from '../account-mails.ts'
import type { AccountChanges, Accounts } from '../accounts.ts'
import type { Avatars } from '../avatars.ts'
import { issueEmailToken } from '../email-tokens.ts'
import type { Sessions } from '../sessions.ts'
import type { SignUpConditions } from '../sign-up-conditions.ts'
import type { TwoFactor } from '../two-factor.ts'
import { requireOtherAdmin } from './last-admin.ts'

interface NewUser {
  email: string
  name: string
  password: string
  password_confirmation: string
  role: 'user' | 'admin'
}

interface AdministrationDeps {
  platform: Pick<Platform, 'db' | 'audit' | 'settings' | 'realtime'>
  accounts: Accounts
  avatars: Avatars
  sessions: Sessions
  mails: AccountMails
  twoFactor: TwoFactor
  deletion: AccountDeletion
  conditions: SignUpConditions
}

/** An administrator's actions on another account. Each writes to the audit log, and throws 404 for an unknown account. */
export class Administration {
  private readonly deps: AdministrationDeps
  constructor(deps: AdministrationDeps) {
    this.deps = deps
  }

  /**
   * The id of a new, verified account. 409 `registration-disabled`, 422 per field, also for an email that is taken and a
   * picture that cannot be read.
   */
  async create(input: NewUser, avatar: Buffer | null, actor: AuditActor): Promise<string> {
    const { db, audit, settings } = this.deps.platform
    // A further administrator may be needed to meet the conditions.
    if (input.role !== 'admin') await this.deps.conditions.require()
    checkNewPassword(input.password, input.password_confirmation, [
      input.email,
      input.name,
      await settings.get('app_title'),
    ])
    const picture = avatar && (await this.deps.avatars.decode(avatar))
    const passwordHash = await hashPassword(input.password)
    return db.transaction(async (tx) => {
      const id = await this.deps.accounts.create({ ...input, passwordHash, verified: true, proven: true }, tx)
      if (!id) throw platformErrors.fail('validation-failed', { errors: { email: ['users:validation.email-taken'] } })
      if (picture) await this.deps.avatars.store(tx, id, picture)
      await audit({ ...actor, action: 'users.created', target: id, details: { role: input.role } }, tx)
      tx.emit('users.registered', { userId: id, emailProven: true })
      return id
    })
  }

  /** Ends the account's sessions: a changed role requires a new sign-in (A53). Throws 409 `last-admin`. */
  async setRole(userId: string, role: 'user' | 'admin', actor: AuditActor): Promise<void> {
    const { db, audit, realtime } = this.deps.platform
    const account = await this.find(userId)
    if (account.role === role) return
    await db.transaction(async (tx) => {
      if (role !== 'admin') await requireOtherAdmin(tx, [userId])
      await this.deps.accounts.update(userId, { role }, tx)
      await this.deps.sessions.revokeAll(userId, { tx })
      const details = { before: account.role, after: role }
      await audit({ ...actor, action: 'users.role.changed', target: userId, details }, tx)
    })
    realtime.accountsChanged([userId])
  }

  /** Sets limits of this account alone; null: the installation's. A limit that is not given stays. */
  async setLimits(
    userId: string,
    limits: Pick<AccountChanges, 'max_storage_bytes' | 'max_team_members'>,
    actor: AuditActor,
  ): Promise<void> {
    const account = await this.find(userId)
    const before = Object.fromEntries(Object.keys(limits).map((key) => [key, account[key as keyof Account]]))
    const details = { before, after: limits }
    const { db, audit, realtime } = this.deps.platform
    await db.transaction(async (tx) => {
      await this.deps.accounts.update(userId, limits, tx)
      await audit({ ...actor, action: 'users.limits.changed', target: userId, details }, tx)
    })
    realtime.limitsChanged([userId])
  }

  async verifyEmail(userId: string, actor: AuditActor): Promise<void> {
    await this.find(userId)
    await this.verifyEmails([userId], actor)
  }

  /** Marks emails as proven on the administrator's word. Resolves with how many were unproven; unknown ids do not count. */
  async verifyEmails(userIds: readonly string[], actor: AuditActor): Promise<number> {
    const { db, audit } = this.deps.platform
    return db.transaction(async (tx) => {
      const verified = await tx.query<{ id: string }>(
        `update users set email_verified_at = coalesce(email_verified_at, now()), email_proven_at = now(), updated_at = now()
         where id = any($1::uuid[]) and email_proven_at is null returning id`,
        [userIds],
      )
      for (const { id } of verified) {
        await audit({ ...actor, action: 'users.email.verified', target: id }, tx)
        tx.emit('users.verified', { userId: id })
      }
      return verified.length
    })
  }

  /** Number of open sessions, passkeys and personal tokens. */
  async credentialsOf(userId: string): Promise<{ sessions: number; passkeys: number; tokens: number }> {
    const [counts] = await this.deps.platform.db.query<{ sessions: number; passkeys: number; tokens: number }>(
      `select (select count(*) from sessions where user_id = $1 and expires_at > now())::int as sessions,
         (select count(*) from passkeys where user_id = $1)::int as passkeys,
         (select count(*) from personal_access_tokens where user_id = $1)::int as tokens`,
      [userId],
    )
    return counts ?? { sessions: 0, passkeys: 0, tokens: 0 }
  }

  async sendResetLink(userId: string, actor: AuditActor): Promise<void> {
    const { db, audit } = this.deps.platform
    const account = await this.find(userId)
    await db.transaction(async (tx) => {
      await this.deps.mails.reset(account, await issueEmailToken(tx, userId, 'reset-password'), tx)
      await audit({ ...actor, action: 'users.password.requested', target: userId }, tx)
    })
  }

  /** Ends all sessions and deletes all personal tokens. */
  async endSessions(userId: string, actor: AuditActor): Promise<void> {
    await this.find(userId)
    const { db, audit, realtime } = this.deps.platform
    await db.transaction(async (tx) => {
      await this.deps.sessions.revokeAll(userId, { tx, tokens: 'all' })
      await audit({ ...actor, action: 'users.sessions.revoked', target: userId }, tx)
    })
    realtime.accountsChanged([userId])
  }

  /** Disables the second factor of a person who has lost it. They are notified by email. */
  async resetTwoFactor(userId: string, actor: AuditSource): Promise<void> {
    await this.deps.twoFactor.reset(await this.find(userId), actor)
  }

  /** Throws 409 `last-admin`. */
  async delete(userId: string, actor: AuditActor): Promise<void> {
    await this.find(userId)
    await this.deps.deletion.order(userId, actor)
    this.deps.platform.realtime.accountsChanged([userId])
  }

  async find(userId: string): Promise<Account> {
    const account = await this.deps.accounts.byId(userId)
    if (!account) throw platformErrors.fail('not-found')
    return account
  }
}
