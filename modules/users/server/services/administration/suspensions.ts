import {
  type AuditActor,
  type AuditSource,
  type NewAuditEntry,
  type Platform,
  platformErrors,
  type Tx,
} from '../../../../platform/index.ts'
import { deletionGraceDays } from '../../../contract.ts'
import type { Account } from '../../account.ts'
import type { AccountMails } from '../account-mails.ts'
import type { Sessions } from '../sessions.ts'
import { requireOtherAdmin } from './last-admin.ts'

const changedColumns = ['id', 'email', 'email_proven_at', 'locale', 'timezone', 'deletion_at'] as const
/** A deletion that the owner has asked for waits until the account is active again. */
const suspendSql = `update users set status = 'suspended', suspended_at = now(), suspension_reason = $2, updated_at = now(),
  deletion_reason = case when deletion_at is null then deletion_reason else 'requested' end, deletion_at = null
  where id = any($1::uuid[]) and status = 'active' returning ${changedColumns.join(', ')}`
/** Ends a deletion that its owner has not asked for: one that was ordered, and has a new time after a restored backup. */
const reactivateSql = `update users set status = 'active', suspended_at = null, suspension_reason = null, updated_at = now(),
  deletion_at = case when deletion_reason = 'requested' then now() + make_interval(days => ${deletionGraceDays})
    when deletion_reason is null then deletion_at end, deletion_reason = null
  where id = any($1::uuid[]) and status = 'suspended' and (deletion_at is null or deletion_at > now())
  returning ${changedColumns.join(', ')}`
/** Keeps no account whose deletion has begun, as that of an administrator does at once. */
const keepSql = `update users u set deletion_at = null, deletion_reason = null, updated_at = now()
  from (select id, coalesce(deletion_reason, 'requested') = 'requested' as asked from users where id = $1) was
  where u.id = was.id and (deletion_at > now() or deletion_reason = 'requested') returning email, locale, asked`

type ChangedAccount = Pick<Account, (typeof changedColumns)[number]>

/**
 * Suspends accounts, and cancels their deletions. Suspended ones cannot sign in, their sessions, tokens of sign-ins and
 * background work end, and links to their files are unavailable. A deletion that the owner has asked for begins a new week
 * with the reactivation.
 */
export class Suspensions {
  private readonly platform: Pick<Platform, 'db' | 'audit' | 'realtime'>
  private readonly sessions: Sessions
  private readonly mails: AccountMails
  constructor(platform: Pick<Platform, 'db' | 'audit' | 'realtime'>, sessions: Sessions, mails: AccountMails) {
    this.platform = platform
    this.sessions = sessions
    this.mails = mails
  }

  /** Ids of the accounts that were active; within `tx` if given. Throws 409 `last-admin`. */
  suspend(userIds: readonly string[], reason: string | null, actor: AuditSource, tx?: Tx): Promise<string[]> {
    return this.change(
      suspendSql,
      [userIds, reason],
      { ...actor, action: 'users.suspended', ...(reason ? { details: { reason } } : {}) },
      userIds,
      async (tx, accounts) => {
        const ids = accounts.map(({ id }) => id)
        await this.sessions.revokeAllOf(ids, { tx })
        for (const userId of ids) tx.emit('users.access.ended', { userId, isSuspended: true })
        tx.afterCommit(() => this.platform.realtime.accountsChanged(ids))
      },
      tx,
    )
  }

  /** Ids of the accounts that were suspended. An account that is being deleted stays suspended. */
  async reactivate(userIds: readonly string[], actor: AuditSource): Promise<string[]> {
    return this.change(
      reactivateSql,
      [userIds],
      { ...actor, action: 'users.reactivated' },
      [],
      async (tx, accounts) => {
        for (const account of accounts) {
          tx.emit('users.access.restored', { userId: account.id })
          if (!account.deletion_at) continue
          await this.mails.deletionRequested(account, { at: account.deletion_at, losses: [] }, tx)
          tx.emit('users.deletion.requested', { userId: account.id })
        }
      },
    )
  }

  /**
   * Cancels a pending deletion, and notifies the owner who asked for it. False: none is pending, or it has begun. Throws
   * 404 for an unknown account.
   */
  async cancelDeletion(userId: string, actor: AuditActor): Promise<boolean> {
    const { db, audit, realtime } = this.platform
    return db.transaction(async (tx) => {
      const [owner] = await tx.query<Pick<Account, 'email' | 'locale'> & { asked: boolean }>(keepSql, [userId])
      if (owner) {
        await audit({ ...actor, action: 'users.deletion.cancelled', target: userId }, tx)
        if (owner.asked) await this.mails.deletionCancelled(owner, tx)
        tx.emit('users.deletion.cancelled', { userId })
        tx.afterCommit(() => realtime.accountsChanged([userId]))
      } else {
        const found = await tx.query('select 1 from users where id = $1', [userId])
        if (found.length === 0) throw platformErrors.fail('not-found')
      }
      return owner !== undefined
    })
  }

  private change(
    sql: string,
    values: readonly unknown[],
    entry: Omit<NewAuditEntry, 'target'>,
    removed: readonly string[],
    then: (tx: Tx, accounts: readonly ChangedAccount[]) => Promise<void>,
    within?: Tx,
  ): Promise<string[]> {
    const { db, audit } = this.platform
    const run = async (tx: Tx) => {
      await requireOtherAdmin(tx, removed)
      const changed = await tx.query<ChangedAccount>(sql, values)
      for (const { id } of changed) await audit({ ...entry, target: id }, tx)
      await then(tx, changed)
      return changed.map(({ id }) => id)
    }
    return within ? run(within) : db.transaction(run)
  }
}
