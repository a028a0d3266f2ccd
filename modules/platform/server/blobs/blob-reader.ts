import { Worker } from 'node:worker_threads'
import type { ReadBatch, ReadResult } from './blob-reader-protocol.ts'

const idleTimeoutMs = 30_000

/**
 * One thread that reads batches of small files; it starts on demand and ends after an idle time. Opening, reading and
 * closing a small file takes as long as sending it: with a thread of its own, reading and sending overlap.
 */
export class BlobReader {
  private worker: Worker | null = null
  private readonly pending = new Map<number, (result: ReadResult) => void>()
  private lastId = 0
  private isReady = false
  private idleTimer: NodeJS.Timeout | null = null

  /** Whether the thread is running. Starts it otherwise, which takes longer than reading a hundred files directly. */
  ready(): boolean {
    if (!this.worker) {
      this.worker = this.start()
      this.worker.unref()
      this.restartIdleTimer()
    }
    return this.isReady
  }

  /** Fills the slices of `memory`. Rejects with the system's code when a file is missing (`ENOENT`; also when it is too short). */
  async read(batch: Omit<ReadBatch, 'id'>): Promise<void> {
    const id = ++this.lastId
    const { failure } = await new Promise<ReadResult>((resolve) => {
      this.pending.set(id, resolve)
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage({ id, ...batch } satisfies ReadBatch)
    })
    this.restartIdleTimer()
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code })
  }

  close(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    void this.worker?.terminate()
    this.worker = null
    this.isReady = false
    this.failAll('the blob reader thread was closed')
  }

  private start(): Worker {
    // Without the process's own flags: the modules they preload are for the main thread and take memory.
    const worker = new Worker(new URL('./blob-reader-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (result: ReadResult) => {
      if (this.worker !== worker) return
      this.isReady = true
      this.settle(result)
    })
    worker.on('error', ({ message }) => {
      if (this.worker !== worker) return
      this.worker = null
      this.isReady = false
      this.failAll(message)
    })
    return worker
  }

  private settle(result: ReadResult): void {
    this.pending.get(result.id)?.(result)
    this.pending.delete(result.id)
    // An idle thread must not keep the process alive.
    if (this.pending.size === 0) this.worker?.unref()
  }

  private failAll(message: string): void {
    for (const id of [...this.pending.keys()]) this.settle({ id, failure: { code: undefined, message } })
  }

  private restartIdleTimer(): void {
    if (this.idleTimer) clearTimeout(this.idleTimer)
    this.idleTimer = setTimeout(() => this.pending.size === 0 && this.close(), idleTimeoutMs).unref()
  }
}
