import type { AuditSource, Platform } from '../../../platform/index.ts'
import { retriedPerCall } from '../../contract.ts'

/** Starts failed jobs again, or deletes them. The audit log names each change. */
export class FailedJobs {
  private readonly platform: Pick<Platform, 'db' | 'jobs' | 'audit'>
  constructor(platform: Pick<Platform, 'db' | 'jobs' | 'audit'>) {
    this.platform = platform
  }

  /** Starts a failed job again; false when no such job has failed. */
  retry(id: string, actor: AuditSource): Promise<boolean> {
    const { db, jobs, audit } = this.platform
    return db.transaction(async (tx) => {
      const isFound = await jobs.queue.retry(tx, id)
      if (isFound) await audit({ ...actor, action: 'admin.job.retried', target: id }, tx)
      return isFound
    })
  }

  /** Starts the failed jobs of a name again, `retriedPerCall` at most; resolves with their number. */
  retryAll(name: string, actor: AuditSource): Promise<number> {
    const { db, jobs, audit } = this.platform
    return db.transaction(async (tx) => {
      const retried = await jobs.queue.retryAll(tx, name, retriedPerCall)
      if (retried > 0) await audit({ ...actor, action: 'admin.job.retried', target: name, details: { retried } }, tx)
      return retried
    })
  }

  /** Deletes a failed job; false when no such job has failed. */
  drop(id: string, actor: AuditSource): Promise<boolean> {
    const { db, jobs, audit } = this.platform
    return db.transaction(async (tx) => {
      const isFound = await jobs.queue.drop(tx, id)
      if (isFound) await audit({ ...actor, action: 'admin.job.deleted', target: id }, tx)
      return isFound
    })
  }
}
