import { randomUUID } from 'node:crypto'
import type { Db, Egress, Jobs, Logger, Realtime, RealtimeIds, Sql } from '../../../platform/index.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, findItem, presentItem, requireFolder, storageErrors } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import {
  maxRemoteUrls,
  type RejectedReason,
  type RemoteBatch,
  type RemoteFileCreated,
  type RemoteUploadProgress,
  remoteUrlProblem,
} from '../contract.ts'
import { deleteBatch, deleteBatchesOf, deleteExpiredBatches, type UnfinishedUrl } from './batch-deletion.ts'
import type { GrantRegistry } from './grants.ts'
import { fileCreatedEvent, progressEvent, RemoteUploadNotifications } from './notifications.ts'
import {
  type BatchRow,
  batchPrincipal,
  countOpenUrls,
  insertRemoteBatch,
  lockCaller,
  requeueUrls,
  scopeOfBatch,
} from './repository.ts'
import { batchProgress, findBatch, listBatches, listBatchUrls, presentUrl } from './resource.ts'
import { RemoteRunner } from './runner.ts'
import { failUrlsOf } from './url-leases.ts'

interface RemoteUploadsDeps {
  db: Db
  log: Logger
  egress: Egress
  jobs: Jobs
  realtime: Realtime
  entitlements: Entitlements
  grants: GrantRegistry
  uploads: Uploads
}

/** Counts URLs against the caller's rate limit, in the transaction that queues them. Throws to reject the call. */
export type CountUrls = (tx: Sql, urls: number) => Promise<void>

const noLimit: CountUrls = async () => undefined

const job = 'remote-uploads'

/** Files that the server fetches from links, for any scope. */
export class RemoteUploads {
  private readonly runner: RemoteRunner
  private readonly deps: RemoteUploadsDeps
  constructor(deps: RemoteUploadsDeps) {
    this.deps = deps
    const { db, log, egress, grants, uploads, realtime, jobs } = deps
    this.runner = new RemoteRunner({
      db,
      log,
      egress,
      grants,
      uploads,
      notifications: new RemoteUploadNotifications(realtime),
    })
    jobs.define(job, () => this.maintain(), { cron: '* * * * *' })
    realtime.describe(fileCreatedEvent, (userId, ids) => this.describeEnded(userId, ids))
    realtime.describe(progressEvent, (userId, ids) => this.describeProgress(userId, ids))
  }

  /** Continues the URLs that an earlier process left. To be called when `jobs` runs. */
  start(): void {
    this.runner.start()
  }

  stop(): Promise<void> {
    return this.runner.stop()
  }

  /**
   * Queues URLs, which are fetched after the response. Rejected ones are listed with their reasons and not counted.
   * Rejects with 422 and `urls.{n}` when all are rejected; 401, 403, 404, 429.
   */
  async create(
    scope: Scope,
    { urls, parentId }: { urls: readonly string[]; parentId: string | null },
    count: CountUrls = noLimit,
  ): Promise<RemoteBatch> {
    allow(scope, 'upload')
    const { db, entitlements } = this.deps
    const checked = this.checkUrls(urls)
    const parent = await requireFolder(db, scope, parentId)
    if (!(await entitlements.canUpload(scope.ownerId, 0)).allowed) throw storageErrors.fail('upload-restricted')
    const id = randomUUID()
    await db.transaction(async (tx) => {
      await lockCaller(tx, scope.actor.key)
      const rows = checked.map((url) => ({ id: randomUUID(), ...url }))
      await insertRemoteBatch(tx, { id, scope, parentId: parent?.item.id ?? null }, rows)
      await this.requireQueueSpace(tx, scope)
      await count(tx, checked.filter(({ reason }) => reason === null).length)
    })
    this.enqueueJob()
    return this.show(scope, id)
  }

  /** Batches that run, that ended recently, or that ended with failures and were not dismissed. */
  list(scope: Scope): Promise<RemoteBatch[]> {
    return listBatches(this.deps.db, scope.actor.key)
  }

  /** A batch that is not deleted; 404. */
  async show(scope: Scope, id: string): Promise<RemoteBatch> {
    const batch = await findBatch(this.deps.db, scope.actor.key, id)
    if (!batch) throw storageErrors.fail('remote-upload-not-found')
    return batch
  }

  /** Cancels and deletes a batch. Stored files stay. 404. */
  async cancel(scope: Scope, id: string): Promise<void> {
    const batch = await this.requireBatch(scope, id)
    await this.discard(await deleteBatch(this.deps.db, batch.id))
  }

  /**
   * Cancels all batches into an account of callers whose principals have this prefix; with `root`, only batches of a scope
   * whose root is this folder.
   */
  async cancelAll(ownerId: string, principalPrefix: string, root: string | null = null): Promise<void> {
    await this.discard(await deleteBatchesOf(this.deps.db, ownerId, principalPrefix, root))
  }

  /** Fails all open URLs of batches that an account began until `at`, whichever account they are stored in. */
  async failAllOf(actorId: string, at: string): Promise<void> {
    await this.discard(await failUrlsOf(this.deps.db, actorId, at))
    await this.runner.finishBatches(null)
  }

  /** Cancels one URL, and deletes the batch with its last URL. A stored file stays. 404. */
  async cancelUrl(scope: Scope, id: string, url: string): Promise<void> {
    const { db } = this.deps
    const batch = await this.requireBatch(scope, id)
    const deleted = await db.query('delete from remote_urls where id = $1 and batch_id = $2 returning id', [
      url,
      batch.id,
    ])
    if (deleted.length === 0) throw storageErrors.fail('remote-upload-not-found')
    await this.discard([{ id: url, batch_id: batch.id }])
    await db.query(
      'delete from remote_batches b where b.id = $1 and not exists (select 1 from remote_urls where batch_id = b.id)',
      [batch.id],
    )
    await this.runner.finishBatches(batch.id)
  }

  /**
   * Retries the given failed URLs, or with null all. The batch takes over the caller's current grant, if there is one. 403
   * when the grant has ended; 404, 429.
   */
  async retry(
    scope: Scope,
    id: string,
    urls: readonly string[] | null,
    count: CountUrls = noLimit,
  ): Promise<RemoteBatch> {
    allow(scope, 'upload')
    const stored = scopeOfBatch(await this.requireBatch(scope, id))
    if (!(await this.deps.grants.isValid({ ...stored, grant: scope.grant ?? stored.grant })))
      throw storageErrors.fail('forbidden')
    await this.deps.db.transaction(async (tx) => {
      await lockCaller(tx, scope.actor.key)
      const queued = await requeueUrls(tx, scope, id, urls)
      if (queued === null) throw storageErrors.fail('remote-upload-not-found')
      await this.requireQueueSpace(tx, scope)
      await this.deps.uploads.cancellation.reopenClosed(tx, batchPrincipal(id), queued)
      if (queued.length > 0) await count(tx, queued.length)
    })
    this.enqueueJob()
    return this.show(scope, id)
  }

  /** Any idle process on this database runs the job. This process starts at once when the job cannot be added. */
  private enqueueJob(): void {
    this.deps.jobs.add(job, {}, { key: job }).catch(() => this.runner.wake())
  }

  private async maintain(): Promise<void> {
    this.runner.wake()
    await this.runner.finishBatches(null)
    await deleteExpiredBatches(this.deps.db)
  }

  /** Discards the received bytes of deleted URLs. A running fetch discards what it still writes. */
  private async discard(urls: readonly UnfinishedUrl[]): Promise<void> {
    this.runner.abort(urls.map(({ id }) => id))
    await this.deps.uploads.cancellation.cancelMany(
      urls.map(({ id, batch_id }) => ({ principal: batchPrincipal(batch_id), id })),
    )
  }

  /** Throws 429 when the caller has too many open URLs, including those queued in this transaction. */
  private async requireQueueSpace(tx: Sql, scope: Scope): Promise<void> {
    if ((await countOpenUrls(tx, scope.actor.key)) <= maxRemoteUrls) return
    throw storageErrors.fail('too-many-remote-uploads', { values: { limit: maxRemoteUrls } })
  }

  /** Each URL with the reason why its text is rejected, or null. Throws 422 when all are rejected. */
  private checkUrls(urls: readonly string[]): { url: string; reason: RejectedReason | null }[] {
    const checked = urls.map((line) => {
      const url = line.trim()
      const reason = remoteUrlProblem(url) ?? (this.deps.egress.accepts(url) ? null : 'port-not-allowed')
      return { url, reason }
    })
    if (checked.some(({ reason }) => reason === null)) return checked
    throw storageErrors.fail('invalid-remote-url', {
      errors: Object.fromEntries(
        checked.map(({ reason }, index) => [`urls.${index}`, [`storage:remote.reason.${reason}`]]),
      ),
    })
  }

  private async requireBatch(scope: Scope, id: string): Promise<BatchRow> {
    const [batch] = await this.deps.db.query<BatchRow>(
      'select * from remote_batches where id = $1 and principal = $2',
      [id, scope.actor.key],
    )
    if (!batch) throw storageErrors.fail('remote-upload-not-found')
    return batch
  }

  private async batchOf(userId: string, id: unknown): Promise<BatchRow | null> {
    const [batch] = await this.deps.db.query<BatchRow>('select * from remote_batches where id = $1 and actor_id = $2', [
      id,
      userId,
    ])
    return batch ?? null
  }

  private async describeEnded(userId: string, ids: RealtimeIds): Promise<RemoteFileCreated | null> {
    const { db } = this.deps
    const batch = await this.batchOf(userId, ids.batch)
    const urls = batch ? await listBatchUrls(db, [batch.id]) : []
    const url = urls.find(({ id }) => id === ids.url)
    if (!batch || !url) return null
    const location = url.item_id ? await findItem(db, scopeOfBatch(batch), url.item_id) : null
    const file = location && !location.trashed ? presentItem(location.item) : null
    return { batch_id: batch.id, progress: batchProgress(urls), file, url: presentUrl(url) }
  }

  private async describeProgress(userId: string, ids: RealtimeIds): Promise<RemoteUploadProgress | null> {
    const batch = await this.batchOf(userId, ids.batch)
    if (!batch) return null
    const urls = await listBatchUrls(this.deps.db, [batch.id])
    return { batch_id: batch.id, urls: urls.filter(({ status }) => status === 'running').map(presentUrl) }
  }
}
