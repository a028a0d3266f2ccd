import { Worker } from 'node:worker_threads'
import { maxConcurrentSyncs, type WriteBatch, type WriteResult } from './blob-writer-protocol.ts'

const maxThreads = 2
const maxBatchFiles = 32
const idleTimeoutMs = 30_000

/** A file could not be stored; `ofSync` when a sync failed, after which the disk cannot be trusted. */
export class BlobWriteError extends Error {
  readonly code: string | undefined
  readonly ofSync: boolean
  constructor({ code, message, failedAt }: WriteResult) {
    super(message)
    this.code = code
    this.ofSync = failedAt === 'sync'
  }
}

/**
 * Two threads that store small files; they start with the first file and end after an idle time. Creating, syncing and
 * renaming a file wait for the file system's journal each time: on the main thread that would block every request, and
 * through the thread pool it takes five trips instead of one. Files that arrive while both threads are busy are stored
 * as one batch.
 */
export class BlobWriterPool {
  /** The batch each thread is storing; empty when it is idle. */
  private readonly threads = new Map<Worker, WriteBatch>()
  private readonly pending = new Map<number, (result: WriteResult) => void>()
  private queue: WriteBatch = []
  private lastId = 0
  private dispatchScheduled = false
  private idleTimer: NodeJS.Timeout | null = null

  /** Resolves when `blob` is a durable file with these bytes, directory entry included. Rejects with `BlobWriteError`. */
  async write(staged: string, blob: string, bytes: Uint8Array): Promise<void> {
    const id = ++this.lastId
    const result = await new Promise<WriteResult>((resolve) => {
      this.pending.set(id, resolve)
      this.queue.push({ id, staged, blob, bytes })
      this.scheduleDispatch()
    })
    this.restartIdleTimer()
    if (result.failedAt) throw new BlobWriteError(result)
  }

  close(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    for (const worker of this.threads.keys()) void worker.terminate()
    this.threads.clear()
  }

  /** Waits until all files of the same request are queued, so that they are stored in one batch. */
  private scheduleDispatch(): void {
    if (this.dispatchScheduled) return
    this.dispatchScheduled = true
    process.nextTick(() => {
      this.dispatchScheduled = false
      this.dispatch()
    })
  }

  private dispatch(): void {
    // At least as many files as one thread syncs concurrently; a longer queue is split evenly between the threads.
    const share = Math.max(maxConcurrentSyncs, Math.ceil(this.queue.length / maxThreads))
    while (this.queue.length > 0) {
      const worker = this.idleThread()
      if (!worker) return
      const batch = this.queue.splice(0, Math.min(maxBatchFiles, share))
      this.threads.set(worker, batch)
      worker.postMessage(batch)
    }
  }

  private idleThread(): Worker | null {
    for (const [worker, batch] of this.threads) if (batch.length === 0) return worker
    return this.threads.size < maxThreads ? this.start() : null
  }

  private start(): Worker {
    // Without the process's own flags: the modules they preload are for the main thread and take memory.
    const worker = new Worker(new URL('./blob-writer-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (results: WriteResult[]) => {
      this.threads.set(worker, [])
      this.dispatch()
      for (const result of results) this.settle(result)
    })
    // Its batch is reported as failed: none of these files has been acknowledged yet.
    worker.on('error', ({ message }) => {
      const lost = this.threads.get(worker) ?? []
      this.threads.delete(worker)
      for (const { id } of lost) this.settle({ id, failedAt: 'write', message })
      this.dispatch()
    })
    worker.unref()
    this.threads.set(worker, [])
    return worker
  }

  private settle(result: WriteResult): void {
    this.pending.get(result.id)?.(result)
    this.pending.delete(result.id)
  }

  private restartIdleTimer(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    this.idleTimer = setTimeout(() => this.pending.size === 0 && this.close(), idleTimeoutMs).unref()
  }
}
