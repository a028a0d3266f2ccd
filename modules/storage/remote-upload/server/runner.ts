import { type Db, type Logger, QueueFiller } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import {
  isBlocked,
  isServerFault,
  isTransientFailure,
  RemoteFailure,
  remoteFailureOf,
  retryDelayOf,
} from './failures.ts'
import type { RemoteUploadNotifications } from './notifications.ts'
import { type FetchDeps, type FetchJob, RemoteFetcher } from './remote-fetcher.ts'
import { type BatchRow, markFinishedBatches, scopeOfBatch } from './repository.ts'
import {
  completeUrl,
  failUrl,
  hasOpenUrls,
  isDeleted,
  type LeasedUrl,
  leaseNextUrl,
  releaseUrl,
  releaseUrlWithDelay,
  renewLeases,
  storeMetadata,
} from './url-leases.ts'

/** URLs fetched at a time by this process. */
const maxRunning = 6
const renewIntervalMs = 1_000
/** The transaction that creates the file decides whether a grant is valid; checks in between only save traffic. */
const grantCheckIntervalMs = 3_000
/** Attempts of this process at one URL that may end by a server fault. */
const maxServerFaults = 3

interface RunningFetch {
  url: LeasedUrl
  controller: AbortController
  receivedBytes: number
  reportedBytes: number
  isGrantRevoked: boolean
}

export interface RunnerDeps extends Pick<FetchDeps, 'uploads' | 'egress' | 'grants'> {
  db: Db
  log: Logger
  notifications: RemoteUploadNotifications
}

/**
 * Fetches queued URLs. A process owns a URL by a short lease that it renews: after a crash another process takes it over
 * within seconds, and two processes never write the same file (decision 0015).
 */
export class RemoteRunner {
  private readonly running = new Map<string, RunningFetch>()
  private readonly tasks = new Set<Promise<void>>()
  private readonly fetcher: RemoteFetcher
  private readonly deps: RunnerDeps
  private readonly queue: QueueFiller
  /** Server faults by URL id, while anything is queued. */
  private readonly serverFaults = new Map<string, number>()
  private timers: NodeJS.Timeout[] = []
  constructor(deps: RunnerDeps) {
    this.deps = deps
    const { uploads, egress, grants, db } = deps
    this.queue = new QueueFiller({
      fill: () => this.fill(),
      isWaiting: async () => {
        const isWaiting = await hasOpenUrls(db)
        if (!isWaiting) this.serverFaults.clear()
        return isWaiting
      },
      onError: (error) => deps.log.warn({ err: error }, 'remote uploads: the queue is read again later'),
    })
    this.fetcher = new RemoteFetcher({
      uploads,
      egress,
      grants,
      storeMetadata: (url, metadata) => storeMetadata(db, url, metadata),
      complete: (url) => async (tx, row) => {
        if (!(await completeUrl(tx, url, { id: row.id, size: row.size }))) throw storageErrors.fail('upload-not-found')
      },
    })
  }

  start(): void {
    this.queue.start()
  }

  /** Puts running URLs back into the queue; their received bytes stay. */
  async stop(): Promise<void> {
    const filled = this.queue.stop()
    for (const { controller } of this.running.values()) controller.abort()
    await filled
    await Promise.all(this.tasks)
    for (const timer of this.timers) clearInterval(timer)
  }

  /** Starts as many queued URLs as fit. */
  wake(): void {
    this.queue.wake()
  }

  /** Stops fetches of this process at once. Other processes find their lease deleted within a second. */
  abort(ids: readonly string[]): void {
    for (const id of ids) this.running.get(id)?.controller.abort()
  }

  private async fill(): Promise<void> {
    while (this.queue.isOpen && this.running.size < maxRunning) {
      const url = await leaseNextUrl(this.deps.db, [...this.running.keys()])
      if (!url) break
      this.begin(url)
    }
  }

  private begin(url: LeasedUrl): void {
    const fetch = {
      url,
      controller: new AbortController(),
      receivedBytes: url.received_bytes,
      reportedBytes: -1,
      isGrantRevoked: false,
    }
    this.running.set(url.id, fetch)
    if (this.timers.length === 0)
      this.timers = [
        repeat(renewIntervalMs, () => this.renew()),
        repeat(grantCheckIntervalMs, () => this.abortRevoked()),
      ]
    const task = this.run(fetch)
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'remote upload: the URL is fetched again later'))
      .finally(() => {
        if (this.running.get(url.id) === fetch) this.running.delete(url.id)
        this.tasks.delete(task)
        this.wake()
      })
    this.tasks.add(task)
  }

  private async run(fetch: RunningFetch): Promise<void> {
    const { url, controller } = fetch
    const { notifications, grants } = this.deps
    const scope = scopeOfBatch(url.batch)
    const job: FetchJob = {
      url,
      scope,
      signal: controller.signal,
      onProgress: (bytes) => {
        fetch.receivedBytes = bytes
      },
    }
    try {
      if (!(await grants.isValid(scope))) throw new RemoteFailure('forbidden')
      await this.fetcher.fetch(job)
    } catch (error) {
      const failure = fetch.isGrantRevoked
        ? new RemoteFailure('forbidden')
        : remoteFailureOf(error, grants.failureReasons(scope))
      if (!(await this.fail(job, failure))) return
    }
    this.serverFaults.delete(url.id)
    notifications.urlEnded(url.batch, url.id)
    await this.finishBatches(url.batch.id)
  }

  /** False when the URL has not ended: it is retried, was cancelled, or belongs to another process by now. */
  private async fail(job: FetchJob, failure: RemoteFailure): Promise<boolean> {
    const { url } = job
    const { db, log } = this.deps
    if (!this.queue.isOpen) {
      await releaseUrl(db, url)
      return false
    }
    const faults = (this.serverFaults.get(url.id) ?? 0) + (isBlocked(failure) ? 0 : 1)
    const isFault = isServerFault(failure)
    const retry = isFault && faults < maxServerFaults
    if (retry) this.serverFaults.set(url.id, faults)
    if (retry) log.warn({ err: failure.cause }, 'remote upload: the URL is retried in a moment')
    else if (failure.reason === 'internal') log.error({ err: failure.cause }, 'remote upload failed')
    // Bytes from a server that supports resuming are kept, so that a retry by the person continues them.
    const keepBytes = retry || ((isFault || isTransientFailure(failure)) && url.validator !== null)
    const isOurs = await (retry
      ? releaseUrlWithDelay(db, url, retryDelayOf(failure))
      : failUrl(db, url, failure.reason))
    if (isOurs ? !keepBytes : await isDeleted(db, url))
      await this.fetcher
        .discard(job)
        .catch((error: unknown) => log.warn({ err: error }, 'remote upload: the garbage collector discards its bytes'))
    return isOurs && !retry
  }

  /** Reports the given batch if it has ended, or with null all ended batches that a crash left unreported. */
  async finishBatches(batch: string | null): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      for (const { id, actor_id, processed, failed, parent_id } of await markFinishedBatches(tx, batch))
        if (actor_id)
          tx.emit('storage.remote-upload.completed', {
            ownerId: actor_id,
            batchId: id,
            processed,
            failed,
            parentId: parent_id,
          })
    })
  }

  /** Stops fetches whose grant has ended, such as a revoked share link. */
  private async abortRevoked(): Promise<void> {
    const { grants, log } = this.deps
    const abortIfRevoked = async (fetches: readonly RunningFetch[]) => {
      const [{ url }] = fetches as [RunningFetch]
      if (await grants.isValid(scopeOfBatch(url.batch))) return
      for (const fetch of fetches) {
        fetch.isGrantRevoked = true
        fetch.controller.abort()
      }
    }
    const byBatch = [...Map.groupBy(this.running.values(), ({ url }) => url.batch.id).values()]
    for (const check of await Promise.allSettled(byBatch.map(abortIfRevoked)))
      if (check.status === 'rejected')
        log.warn({ err: check.reason }, 'remote upload: its grant is checked again later')
  }

  private async renew(): Promise<void> {
    const fetches = [...this.running.values()]
    if (fetches.length === 0) return
    try {
      const ours = await renewLeases(
        this.deps.db,
        fetches.map(({ url, receivedBytes }) => ({ id: url.id, leaseId: url.lease_id, receivedBytes })),
      )
      const progressed = new Map<string, BatchRow>()
      for (const fetch of fetches) {
        if (!ours.has(fetch.url.id)) fetch.controller.abort()
        if (fetch.receivedBytes !== fetch.reportedBytes) progressed.set(fetch.url.batch.id, fetch.url.batch)
        fetch.reportedBytes = fetch.receivedBytes
      }
      for (const batch of progressed.values()) this.deps.notifications.progressed(batch)
    } catch (error) {
      this.deps.log.warn({ err: error }, 'remote upload: leases are renewed later')
    }
  }
}

/** Calls `task`, which never rejects, at an interval. Skips a call while the one before still runs. */
const repeat = (intervalMs: number, task: () => Promise<void>): NodeJS.Timeout => {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    void task().finally(() => {
      busy = false
    })
  }, intervalMs).unref()
}
