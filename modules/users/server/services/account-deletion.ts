import {
  type AuditActor,
  CollectedErrors,
  forEachConcurrently,
  type Platform,
  platformErrors,
  type Tx,
} from '../../../platform/index.ts'
import { deletionGraceDays } from '../../contract.ts'
import type { Account } from '../account.ts'
import type { AccountMails } from './account-mails.ts'
import type { Accounts } from './accounts.ts'
import { requireOtherAdmin } from './administration/last-admin.ts'
import { dueDeletions } from './due-deletions.ts'
import type { SessionRef, Sessions } from './sessions.ts'

/** Deletes a module's data of an account, before the account's row is deleted. Called again after a failure. */
type DeletionHook = (userId: string) => Promise<void>
/** Texts about what the deletion of an account ends besides its files, and what it leaves with others. */
type DeletionLosses = (userId: string, locale: string) => Promise<string[]>

interface AccountDeletionDeps {
  platform: Pick<Platform, 'db' | 'audit' | 'i18n' | 'jobs' | 'locks' | 'log' | 'settings'>
  accounts: Accounts
  sessions: Sessions
  mails: AccountMails
}

const requestSql = `update users set deletion_at = now() + make_interval(days => ${deletionGraceDays}) where id = $1
  returning deletion_at`
const orderSql = "update users set deletion_at = now(), deletion_reason = 'ordered', status = 'suspended' where id = $1"
/** Suspends the account: nothing is stored for it any more, and the deletion cannot be cancelled. */
const claimSql = `update users set status = 'suspended', updated_at = now() where id = $1 and deletion_at < now() returning 1`
/** Cancels nothing once the deletion has begun, which suspends the account. */
const cancelSql = `update users set deletion_at = null, updated_at = now() where id = $1 and status <> 'suspended'
  returning id`
const unverifiedSql = `update users set status = 'suspended', deletion_at = now(), deletion_reason = 'unverified',
  updated_at = now() where id = any($1::uuid[])`
const deleteSql = `delete from users where id = $1 and deletion_at < now()
  returning coalesce(deletion_reason, 'requested') as reason`
/** Few, because the job shares the database connections with requests. */
const concurrentDeletions = 4
export const deletionJob = 'delete-accounts'

/**
 * Deletes accounts with everything they own; the audit log stays, and what they have written or stored with others. A week after the owner asked for it; at once when an
 * administrator orders it or the email was never verified.
 */
export class AccountDeletion {
  private readonly hooks: DeletionHook[] = []
  private readonly descriptions: DeletionLosses[] = []
  private readonly deps: AccountDeletionDeps
  constructor(deps: AccountDeletionDeps) {
    this.deps = deps
  }

  beforeDeletion(hook: DeletionHook): void {
    this.hooks.push(hook)
  }

  describe(losses: DeletionLosses): void {
    this.descriptions.push(losses)
  }

  async losses(userId: string, locale: string): Promise<string[]> {
    return (await Promise.all(this.descriptions.map((losses) => losses(userId, locale)))).flat()
  }

  /** Resolves with the time of the deletion. Throws 401 when the session ends meanwhile, 409 `last-admin`. */
  async request(caller: SessionRef, account: Account, ip: string): Promise<Date> {
    const { db, audit, i18n, settings } = this.deps.platform
    const losses = await this.losses(account.id, i18n.localeOf(account.locale, await settings.get('language')))
    return db.transaction(async (tx) => {
      await requireOtherAdmin(tx, [account.id])
      await this.deps.sessions.lockAndRequireActive(caller, tx)
      const [row] = await tx.query<{ deletion_at: Date }>(requestSql, [account.id])
      if (!row) throw platformErrors.fail('unauthenticated')
      await audit({ actorId: account.id, ip, action: 'users.deletion.requested', target: account.id }, tx)
      await this.deps.mails.deletionRequested(account, { at: row.deletion_at, losses }, tx)
      tx.emit('users.deletion.requested', { userId: account.id })
      return row.deletion_at
    })
  }

  /** Deletes the account as soon as the job runs; it cannot sign in from here on. Throws 409 `last-admin`. */
  async order(userId: string, actor: AuditActor): Promise<void> {
    const { db, audit, jobs } = this.deps.platform
    await db.transaction(async (tx) => {
      await requireOtherAdmin(tx, [userId])
      await tx.query(orderSql, [userId])
      await this.deps.sessions.revokeAll(userId, { tx })
      tx.emit('users.access.ended', { userId, isSuspended: true })
      await audit({ ...actor, action: 'users.deletion.ordered', target: userId }, tx)
      await jobs.add(deletionJob, {}, { tx })
    })
  }

  /** Deletes accounts that were never used, as soon as the job runs. They cannot be verified any more. */
  async orderUnverified(tx: Tx, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return
    await tx.query(unverifiedSql, [userIds])
    await this.deps.platform.jobs.add(deletionJob, {}, { tx })
  }

  /** Throws 401 when the deletion has begun, or the session ends meanwhile. */
  async cancel(caller: SessionRef, ip: string): Promise<void> {
    const { db, audit } = this.deps.platform
    const { userId } = caller
    await db.transaction(async (tx) => {
      await this.deps.sessions.lockAndRequireActive(caller, tx)
      const cancelled = await tx.query(cancelSql, [userId])
      if (cancelled.length === 0) throw platformErrors.fail('unauthenticated')
      await audit({ actorId: userId, ip, action: 'users.deletion.cancelled', target: userId }, tx)
      tx.emit('users.deletion.cancelled', { userId })
    })
    this.deps.accounts.invalidate(userId)
  }

  /** Deletes the accounts that are due. One that fails is logged and stops no other; the next run tries it again. */
  async run(): Promise<{ deleted: number }> {
    const { db, log } = this.deps.platform
    const due = await dueDeletions(db)
    const errors = new CollectedErrors(log, 'cannot delete an account')
    let deleted = 0
    const deleteOne = async ({ id }: { id: string }) => {
      await errors.collect({ userId: id }, async () => {
        if (await this.deleteLocked(id)) deleted += 1
      })
    }
    await forEachConcurrently(due, deleteOne, concurrentDeletions)
    errors.rethrow()
    return { deleted }
  }

  /** False when the deletion was cancelled meanwhile, or another run has begun it. */
  private async deleteLocked(userId: string): Promise<boolean> {
    const lock = await this.deps.platform.locks.tryAcquire(`users.deletion/${userId}`)
    if (!lock) return false
    try {
      return await this.delete(userId)
    } finally {
      lock.release()
    }
  }

  /** False when the deletion was cancelled meanwhile. */
  private async delete(userId: string): Promise<boolean> {
    const { db, audit, jobs } = this.deps.platform
    jobs.signal.throwIfAborted()
    if ((await db.query(claimSql, [userId])).length === 0) return false
    this.deps.accounts.invalidate(userId)
    await this.deps.sessions.revokeAll(userId)
    for (const hook of this.hooks) {
      jobs.signal.throwIfAborted()
      await hook(userId)
    }
    await db.transaction(async (tx) => {
      // Rows of other modules are deleted with it, as many as the account has.
      await tx.setStatementTimeout(0)
      const [gone] = await tx.query<{ reason: string }>(deleteSql, [userId])
      if (!gone) return
      const { reason } = gone
      await audit({ actorId: null, action: 'users.deleted', target: userId, details: { reason } }, tx)
      tx.emit('users.deleted', { userId })
    })
    this.deps.accounts.invalidate(userId)
    return true
  }
}
