import { randomUUID } from 'node:crypto'
import type { Db, Egress, Jobs, Logger, Realtime, RealtimeIds, Sql } from '../../../platform/index.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, liveFolder, locate, presentItem, storageErrors } from '../../tree/index.ts'
import type { Uploads } from '../../uploads/index.ts'
import {
  maxRemoteUrls,
  type RejectedReason,
  type RemoteBatch,
  type RemoteFileCreated,
  type RemoteUploadProgress,
  remoteUrlProblem,
} from '../contract.ts'
import type { Grounds } from './grants.ts'
import { ended, moved, RemoteNews } from './notifications.ts'
import type { BatchRow } from './repository.ts'
import {
  type Abandoned,
  countOpenUrls,
  forgetBatches,
  insertBatch,
  keyOfBatch,
  lockCaller,
  removeBatch,
  removeBatchesOf,
  retryUrls,
  scopeOfBatch,
} from './repository.ts'
import { oneBatch, presentUrl, progressOf, shownBatches, urlsOf } from './resource.ts'
import { RemoteRunner } from './runner.ts'

export interface RemoteUploadsDeps {
  db: Db
  log: Logger
  egress: Egress
  jobs: Jobs
  realtime: Realtime
  entitlements: Entitlements
  grounds: Grounds
  uploads: Uploads
}

/**
 * Counts addresses against what a caller may have fetched, in the transaction that sets them waiting: what it throws undoes
 * both.
 */
export type CountAddresses = (tx: Sql, addresses: number) => Promise<void>

const uncounted: CountAddresses = async () => undefined

const job = 'remote-uploads'

/** Files that the server fetches from elsewhere, by whatever scope it is asked in (API.md §7.5). */
export class RemoteUploads {
  private readonly runner: RemoteRunner
  private readonly deps: RemoteUploadsDeps
  constructor(deps: RemoteUploadsDeps) {
    this.deps = deps
    const { db, log, egress, grounds, uploads, realtime, jobs } = deps
    this.runner = new RemoteRunner({ db, log, egress, grounds, uploads, news: new RemoteNews(realtime) })
    jobs.define(job, () => this.look(), { cron: '* * * * *' })
    realtime.describe(ended, (userId, ids) => this.tellEnded(userId, ids))
    realtime.describe(moved, (userId, ids) => this.tellMoved(userId, ids))
  }

  /** After `jobs` runs. What an earlier process left goes on. */
  start(): void {
    this.runner.start()
  }

  stop(): Promise<void> {
    return this.runner.stop()
  }

  /**
   * Takes addresses on; they are fetched behind this. Rejected ones are listed with their reasons and not counted.
   * 422 with `urls.{n}` when all are, 401, 403, 404, 429.
   */
  async create(
    scope: Scope,
    { urls, parentId }: { urls: readonly string[]; parentId: string | null },
    count: CountAddresses = uncounted,
  ): Promise<RemoteBatch> {
    allow(scope, 'upload')
    const { db, entitlements } = this.deps
    const lines = this.check(urls)
    const parent = await liveFolder(db, scope, parentId)
    if (!(await entitlements.canUpload(scope.ownerId, 0)).allowed) throw storageErrors.fail('upload-restricted')
    const id = randomUUID()
    await db.transaction(async (tx) => {
      await lockCaller(tx, scope.actor.key)
      const rows = lines.map((line) => ({ id: randomUUID(), ...line }))
      await insertBatch(tx, { id, scope, parentId: parent?.item.id ?? null }, rows)
      await this.requireRoom(tx, scope)
      await count(tx, lines.filter(({ reason }) => reason === null).length)
    })
    this.begin()
    return this.batch(scope, id)
  }

  /** What runs, what has just ended, and what ended with failures and was not put away. */
  list(scope: Scope): Promise<RemoteBatch[]> {
    return shownBatches(this.deps.db, scope.actor.key)
  }

  /** Ends all of a batch and forgets it; files that are there stay. 404. */
  async cancel(scope: Scope, id: string): Promise<void> {
    const batch = await this.row(scope, id)
    await this.discard(await removeBatch(this.deps.db, batch.id))
  }

  /** The same for all batches into an account whose callers' keys begin so. */
  async endAll(ownerId: string, keyPrefix: string): Promise<void> {
    await this.discard(await removeBatchesOf(this.deps.db, ownerId, keyPrefix))
  }

  /** Takes one address out; the batch goes with its last. A file that is there stays. 404. */
  async cancelUrl(scope: Scope, id: string, url: string): Promise<void> {
    const { db } = this.deps
    const batch = await this.row(scope, id)
    const gone = await db.query('delete from remote_urls where id = $1 and batch_id = $2 returning id', [url, batch.id])
    if (gone.length === 0) throw storageErrors.fail('remote-upload-not-found')
    await this.discard([{ id: url, batch_id: batch.id }])
    await db.query(
      'delete from remote_batches b where b.id = $1 and not exists (select 1 from remote_urls where batch_id = b.id)',
      [batch.id],
    )
    await this.runner.settle(batch.id)
  }

  /** Failed addresses once more: these, or all. They rest on what the caller was let in on now. 404, 429. */
  async retry(
    scope: Scope,
    id: string,
    urls: readonly string[] | null,
    count: CountAddresses = uncounted,
  ): Promise<RemoteBatch> {
    allow(scope, 'upload')
    await this.deps.db.transaction(async (tx) => {
      await lockCaller(tx, scope.actor.key)
      const again = await retryUrls(tx, scope, id, urls)
      if (again === null) throw storageErrors.fail('remote-upload-not-found')
      await this.requireRoom(tx, scope)
      if (again > 0) await count(tx, again)
    })
    this.begin()
    return this.batch(scope, id)
  }

  /** A process of this database that has its hands free takes it up; without one, this. */
  private begin(): void {
    this.deps.jobs.add(job, {}, { key: job }).catch(() => this.runner.wake())
  }

  private async look(): Promise<void> {
    this.runner.wake()
    await this.runner.settle(null)
    await forgetBatches(this.deps.db)
  }

  /** What has come of addresses that are gone; those that run end what they write by themselves. */
  private async discard(urls: readonly Abandoned[]): Promise<void> {
    this.runner.abort(urls.map(({ id }) => id))
    await this.deps.uploads.ends.endThese(urls.map(({ id, batch_id }) => ({ principal: keyOfBatch(batch_id), id })))
  }

  /** 429 when more addresses of the caller's are open than may be, with those just set waiting. */
  private async requireRoom(tx: Sql, scope: Scope): Promise<void> {
    if ((await countOpenUrls(tx, scope.actor.key)) <= maxRemoteUrls) return
    throw storageErrors.fail('too-many-remote-uploads', {
      headers: { 'retry-after': '60' },
      values: { limit: maxRemoteUrls },
    })
  }

  /** Each line with the reason that its text gives not to fetch it. 422 when there is nothing to fetch at all. */
  private check(urls: readonly string[]): { url: string; reason: RejectedReason | null }[] {
    const lines = urls.map((given) => {
      const url = given.trim()
      const reason = remoteUrlProblem(url) ?? (this.deps.egress.accepts(url) ? null : 'port-not-allowed')
      return { url, reason }
    })
    if (lines.some(({ reason }) => reason === null)) return lines
    throw storageErrors.fail('bad-remote-url', {
      errors: Object.fromEntries(lines.map(({ reason }, at) => [`urls.${at}`, [`storage:remote.reason.${reason}`]])),
    })
  }

  private async batch(scope: Scope, id: string): Promise<RemoteBatch> {
    const batch = await oneBatch(this.deps.db, scope.actor.key, id)
    if (!batch) throw storageErrors.fail('remote-upload-not-found')
    return batch
  }

  private async row(scope: Scope, id: string): Promise<BatchRow> {
    const [batch] = await this.deps.db.query<BatchRow>(
      'select * from remote_batches where id = $1 and principal = $2',
      [id, scope.actor.key],
    )
    if (!batch) throw storageErrors.fail('remote-upload-not-found')
    return batch
  }

  private async own(userId: string, id: unknown): Promise<BatchRow | null> {
    const [batch] = await this.deps.db.query<BatchRow>('select * from remote_batches where id = $1 and actor_id = $2', [
      id,
      userId,
    ])
    return batch ?? null
  }

  private async tellEnded(userId: string, ids: RealtimeIds): Promise<RemoteFileCreated | null> {
    const { db } = this.deps
    const batch = await this.own(userId, ids.batch)
    const urls = batch ? await urlsOf(db, [batch.id]) : []
    const url = urls.find(({ id }) => id === ids.url)
    if (!batch || !url) return null
    const place = url.item_id ? await locate(db, scopeOfBatch(batch), url.item_id) : null
    const file = place && !place.trashed ? presentItem(place.item) : null
    return { batch_id: batch.id, progress: progressOf(urls), file, url: presentUrl(url) }
  }

  private async tellMoved(userId: string, ids: RealtimeIds): Promise<RemoteUploadProgress | null> {
    const batch = await this.own(userId, ids.batch)
    if (!batch) return null
    const urls = await urlsOf(this.deps.db, [batch.id])
    return { batch_id: batch.id, urls: urls.filter(({ status }) => status === 'running').map(presentUrl) }
  }
}
