import type { Db, Logger } from '../../../platform/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { failureOf, isOurFault, RemoteFailure } from './failures.ts'
import { type FetchDeps, Fetcher, type Fetching } from './fetcher.ts'
import type { RemoteNews } from './notifications.ts'
import {
  type Claim,
  claimUrl,
  completeUrl,
  describeUrl,
  failUrl,
  finishBatches,
  isAnyOpen,
  isGone,
  postponeUrl,
  releaseUrl,
  renewLeases,
  scopeOfBatch,
} from './repository.ts'

/** Addresses fetched at a time by this process. */
const mostRunning = 6
const renewEvery = 1_000
/** The last word on a right is in the transaction that makes the file: looks in between only save the bytes. */
const askGroundsEvery = 3_000
const lookAgainAfter = 3_000
/** Tries of one address by this process that may end by a fault on our side. */
const mostFaults = 3

interface Running {
  claim: Claim
  controller: AbortController
  received: number
  told: number
  /** What the caller's right rested on is gone. */
  groundless: boolean
}

export interface RunnerDeps extends Pick<FetchDeps, 'uploads' | 'egress' | 'grounds'> {
  db: Db
  log: Logger
  news: RemoteNews
}

/**
 * Fetches what is in the line. An address belongs to a process by a short lease that it renews: after a crash any
 * process takes it over within seconds, and never do two write the same one (decision 0015).
 */
export class RemoteRunner {
  private readonly running = new Map<string, Running>()
  private readonly work = new Set<Promise<void>>()
  private readonly fetcher: Fetcher
  private readonly deps: RunnerDeps
  private filling: Promise<void> | null = null
  private again = false
  /** Faults on our side by address, while there is something to fetch. */
  private readonly faults = new Map<string, number>()
  private timers: NodeJS.Timeout[] = []
  private looking: NodeJS.Timeout | null = null
  private open = false
  constructor(deps: RunnerDeps) {
    this.deps = deps
    const { uploads, egress, grounds, db } = deps
    this.fetcher = new Fetcher({
      uploads,
      egress,
      grounds,
      describe: (claim, facts) => describeUrl(db, claim, facts),
      complete: (claim) => async (tx, row) => {
        if (!(await completeUrl(tx, claim, { id: row.id, size: row.size })))
          throw storageErrors.fail('upload-not-found')
      },
    })
  }

  start(): void {
    this.open = true
    this.wake()
  }

  /** What runs goes back in the line, with what has come of it. */
  async stop(): Promise<void> {
    this.open = false
    if (this.looking) clearTimeout(this.looking)
    for (const { controller } of this.running.values()) controller.abort()
    await this.filling
    await Promise.all(this.work)
    for (const timer of this.timers) clearInterval(timer)
  }

  /** Takes as much as fits; asked for again while it does so, it looks once more. */
  wake(): void {
    if (!this.open) return
    this.again = true
    this.filling ??= this.fill()
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'remote uploads are looked for later'))
      .finally(() => {
        this.filling = null
      })
  }

  /** Ends a fetch at once where it runs here; elsewhere its lease is found gone within a second. */
  abort(ids: readonly string[]): void {
    for (const id of ids) this.running.get(id)?.controller.abort()
  }

  private async fill(): Promise<void> {
    const { db } = this.deps
    while (this.again && this.open) {
      this.again = false
      while (this.open && this.running.size < mostRunning) {
        const claim = await claimUrl(db)
        if (!claim) break
        this.begin(claim)
      }
    }
    if (!this.open || this.looking) return
    if (!(await isAnyOpen(db))) return this.faults.clear()
    this.looking = setTimeout(() => {
      this.looking = null
      this.wake()
    }, lookAgainAfter).unref()
  }

  private begin(claim: Claim): void {
    const running = { claim, controller: new AbortController(), received: claim.received, told: -1, groundless: false }
    this.running.set(claim.id, running)
    if (this.timers.length === 0)
      this.timers = [every(renewEvery, () => this.renew()), every(askGroundsEvery, () => this.stopGroundless())]
    const work = this.run(running)
      .catch((error: unknown) => this.deps.log.warn({ err: error }, 'remote upload is taken up again later'))
      .finally(() => {
        this.running.delete(claim.id)
        this.work.delete(work)
        this.wake()
      })
    this.work.add(work)
  }

  private async run(running: Running): Promise<void> {
    const { claim, controller } = running
    const { news, grounds } = this.deps
    const scope = scopeOfBatch(claim.batch)
    const fetching = {
      claim,
      scope,
      signal: controller.signal,
      received: (bytes: number) => {
        running.received = bytes
      },
    }
    try {
      if (!(await grounds.holds(scope))) throw new RemoteFailure('not-allowed')
      await this.fetcher.bring(fetching)
    } catch (error) {
      const failure = running.groundless ? new RemoteFailure('not-allowed') : failureOf(error, grounds.reasons(scope))
      if (!(await this.fail(fetching, failure))) return
    }
    this.faults.delete(claim.id)
    news.ended(claim.batch, claim.id)
    await this.settle(claim.batch.id)
  }

  /** False when that is not its end: it is tried again, was cancelled, or is another process's. */
  private async fail(fetching: Fetching, failure: RemoteFailure): Promise<boolean> {
    const { claim } = fetching
    const { db, log } = this.deps
    if (!this.open) {
      await releaseUrl(db, claim)
      return false
    }
    const faults = (this.faults.get(claim.id) ?? 0) + 1
    const again = isOurFault(failure) && faults < mostFaults
    if (again) this.faults.set(claim.id, faults)
    if (again) log.warn({ err: failure.cause }, 'remote upload is tried again in a moment')
    else if (failure.reason === 'internal') log.error({ err: failure.cause }, 'remote upload failed')
    // A server that can go on gets the chance when the person tries again: then the bytes are kept.
    const kept = again || (failure.reason === 'interrupted' && claim.validator !== null)
    const ours = await (again ? postponeUrl(db, claim) : failUrl(db, claim, failure.reason))
    if (ours ? !kept : await isGone(db, claim)) await this.fetcher.drop(fetching)
    return ours && !again
  }

  /** Tells of batches that are over: this one, or with null all that a crash left untold. */
  async settle(batch: string | null): Promise<void> {
    await this.deps.db.transaction(async (tx) => {
      for (const { id, actor_id, processed, failed, parent_id } of await finishBatches(tx, batch))
        if (actor_id)
          tx.emit('storage.remote-upload.done', {
            ownerId: actor_id,
            batchId: id,
            processed,
            failed,
            parentId: parent_id,
          })
    })
  }

  /** A link that is revoked, or has ended, ends what is fetched by it. */
  private async stopGroundless(): Promise<void> {
    const { grounds, log } = this.deps
    const stop = async (held: readonly Running[]) => {
      const [{ claim }] = held as [Running]
      if (await grounds.holds(scopeOfBatch(claim.batch))) return
      for (const running of held) {
        running.groundless = true
        running.controller.abort()
      }
    }
    const batches = [...Map.groupBy(this.running.values(), ({ claim }) => claim.batch.id).values()]
    for (const asked of await Promise.allSettled(batches.map(stop)))
      if (asked.status === 'rejected') log.warn({ err: asked.reason }, 'what a remote upload rests on is asked later')
  }

  private async renew(): Promise<void> {
    const held = [...this.running.values()]
    if (held.length === 0) return
    try {
      const ours = await renewLeases(
        this.deps.db,
        held.map(({ claim, received }) => ({ id: claim.id, lease: claim.lease, received })),
      )
      const moved = new Map<string, Claim['batch']>()
      for (const running of held) {
        if (!ours.has(running.claim.id)) running.controller.abort()
        if (running.received !== running.told) moved.set(running.claim.batch.id, running.claim.batch)
        running.told = running.received
      }
      for (const batch of moved.values()) this.deps.news.moved(batch)
    } catch (error) {
      this.deps.log.warn({ err: error }, 'leases of remote uploads are renewed later')
    }
  }
}

/** A deed that never rejects, again and again; one that is slow is not begun a second time. */
const every = (pause: number, deed: () => Promise<void>): NodeJS.Timeout => {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    void deed().finally(() => {
      busy = false
    })
  }, pause).unref()
}
