import type { Db, Logger, Tx } from '../../../platform/index.ts'
import { alertAdminsWithin } from './alert-admins.ts'
import { type ContentFault, type ContentFinding, isWrongContent } from './findings.ts'

const batchSize = 1_000

/** SQL assignments of a blob whose content is intact. */
const noFault = 'content_fault = null, damaged_at = null, fault_reported_at = null'

/** Faults of stored content that checks have found, kept in the rows of the blobs until a check finds none. */
export class ContentFaults {
  private readonly db: Db
  private readonly log: Logger
  constructor({ db, log }: { db: Db; log: Logger }) {
    this.db = db
    this.log = log
  }

  /** Number of blobs with a fault, and the faults of the first `limit` of them. */
  async known(limit: number): Promise<{ count: number; first: ContentFinding[] }> {
    const [total] = await this.db.query<{ count: number }>(
      'select count(*)::int as count from blobs where content_fault is not null',
    )
    const first = await this.db.query<{ kind: ContentFault; id: string }>(
      'select content_fault as kind, key as id from blobs where content_fault is not null order by key limit $1',
      [limit],
    )
    return { count: total?.count ?? 0, first }
  }

  async isKnown(blobId: string): Promise<boolean> {
    const rows = await this.db.query('select 1 from blobs where id = $1 and content_fault is not null', [blobId])
    return rows.length > 0
  }

  /** Calls `report`, unless it reported within the last hour: a lost disk causes one message each hour, not one per file. */
  async reportFirst(): Promise<void> {
    const recent = await this.db.query(
      `select 1 from blobs where content_fault is not null and fault_reported_at > now() - interval '1 hour' limit 1`,
    )
    if (recent.length === 0) await this.report()
  }

  /** Notifies administrators once of each fault. */
  async report(): Promise<void> {
    await this.db.transaction(async (tx) => {
      let count = 0
      for (let reported = batchSize; reported === batchSize; count += reported) reported = await this.reportNext(tx)
      if (count > 0) await alertAdminsWithin(tx, 'storage.content.damaged', { count })
    })
  }

  private async reportNext(tx: Tx): Promise<number> {
    const findings = await tx.query<{ kind: ContentFault; id: string }>(
      `update blobs set fault_reported_at = now() where id = any(array(
         select id from blobs where content_fault is not null and fault_reported_at is null
         order by key limit ${batchSize} for update
       )) returning content_fault as kind, key as id`,
    )
    if (findings.length > 0) this.log.error({ findings }, 'stored content is damaged')
    return findings.length
  }
}

/** Records the finding of a check. Wrong content is not sent any more; content that could not be read still is. */
export const recordFault = async (db: Db, blobId: string, finding: ContentFinding): Promise<void> => {
  await db.query(
    `update blobs set content_fault = $2, damaged_at = case when $3 then coalesce(damaged_at, now()) else damaged_at end
     where id = $1 and (content_fault is distinct from $2 or $3 and damaged_at is null)`,
    [blobId, finding.kind, isWrongContent(finding)],
  )
}

/** Records that a check has found the content intact. */
export const clearFault = async (db: Db, blobId: string): Promise<void> => {
  await db.query(`update blobs set ${noFault} where id = $1`, [blobId])
}

/** Records what a restore has found: the content with these keys is missing, all other has been compared with its hash. */
export const replaceFaults = async (db: Db, missing: readonly string[]): Promise<void> => {
  await db.query(`update blobs set ${noFault} where content_fault is not null`)
  await db.query(`update blobs set content_fault = 'missing-blob' where key = any($1::text[])`, [missing])
}
