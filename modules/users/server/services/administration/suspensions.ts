import type { AuditSource, NewAuditEntry, Platform, Tx } from '../../../../platform/index.ts'
import type { Sessions } from '../sessions.ts'
import { requireOtherAdmin } from './last-admin.ts'

/**
 * Suspends accounts: they cannot sign in, their sessions, tokens of sign-ins and background work end, and links to
 * their files are unavailable.
 */
export class Suspensions {
  private readonly platform: Pick<Platform, 'db' | 'audit' | 'realtime'>
  private readonly sessions: Sessions
  constructor(platform: Pick<Platform, 'db' | 'audit' | 'realtime'>, sessions: Sessions) {
    this.platform = platform
    this.sessions = sessions
  }

  /** Ids of the accounts that were active; within `tx` if given. Throws 409 `last-admin`. */
  suspend(userIds: readonly string[], reason: string | null, actor: AuditSource, tx?: Tx): Promise<string[]> {
    return this.change(
      `update users set status = 'suspended', suspended_at = now(), suspension_reason = $2, updated_at = now()
       where id = any($1::uuid[]) and status = 'active' returning id`,
      [userIds, reason],
      { ...actor, action: 'users.suspended', ...(reason ? { details: { reason } } : {}) },
      userIds,
      async (tx, ids) => {
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
      `update users set status = 'active', suspended_at = null, suspension_reason = null, updated_at = now()
       where id = any($1::uuid[]) and status = 'suspended' and (deletion_at is null or deletion_at > now()) returning id`,
      [userIds],
      { ...actor, action: 'users.reactivated' },
      [],
      async (tx, ids) => {
        for (const userId of ids) tx.emit('users.access.restored', { userId })
      },
    )
  }

  private change(
    sql: string,
    values: readonly unknown[],
    entry: Omit<NewAuditEntry, 'target'>,
    removed: readonly string[],
    then: (tx: Tx, ids: readonly string[]) => Promise<void> = async () => {},
    within?: Tx,
  ): Promise<string[]> {
    const { db, audit } = this.platform
    const run = async (tx: Tx) => {
      await requireOtherAdmin(tx, removed)
      const changed = (await tx.query<{ id: string }>(sql, values)).map(({ id }) => id)
      for (const target of changed) await audit({ ...entry, target }, tx)
      await then(tx, changed)
      return changed
    }
    return within ? run(within) : db.transaction(run)
  }
}
