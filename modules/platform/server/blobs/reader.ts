import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReadOrder } from './read-protocol.ts'

const idleLife = 30_000

/**
 * One thread for many small files at once, begun when they are asked for and ended when none were for a while. Opening,
 * reading and closing a small file takes as long as sending it: this way both happen side by side.
 */
export class Reader {
  private worker: Worker | null = null
  private readonly waiting = new Map<number, (answer: ReadAnswer) => void>()
  private tasks = 0
  private up = false
  private idle: NodeJS.Timeout | null = null

  /** Whether the thread is there; begins it otherwise, which takes longer than reading a hundred files oneself. */
  ready(): boolean {
    if (!this.worker) {
      this.worker = this.start()
      this.worker.unref()
      this.rest()
    }
    return this.up
  }

  /** Fills the places of `memory`; rejects with the system's code when a file is gone (`ENOENT`: or shorter). */
  async read(order: Omit<ReadOrder, 'task'>): Promise<void> {
    const task = ++this.tasks
    const { failure } = await new Promise<ReadAnswer>((resolve) => {
      this.waiting.set(task, resolve)
      this.worker ??= this.start()
      this.worker.ref()
      this.worker.postMessage({ task, ...order } satisfies ReadOrder)
    })
    this.rest()
    if (failure) throw Object.assign(new Error(failure.message), { code: failure.code })
  }

  close(): void {
    if (this.idle) clearTimeout(this.idle)
    void this.worker?.terminate()
    this.worker = null
    this.up = false
    this.failAll('the reading thread was ended')
  }

  private start(): Worker {
    // Without the process's own flags: what they import is for the main thread, and takes memory.
    const worker = new Worker(new URL('./read-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (answer: ReadAnswer) => {
      if (this.worker !== worker) return
      this.up = true
      this.settle(answer)
    })
    worker.on('error', ({ message }) => {
      if (this.worker !== worker) return
      this.worker = null
      this.up = false
      this.failAll(message)
    })
    return worker
  }

  private settle(answer: ReadAnswer): void {
    this.waiting.get(answer.task)?.(answer)
    this.waiting.delete(answer.task)
    // An idle thread keeps no process alive.
    if (this.waiting.size === 0) this.worker?.unref()
  }

  private failAll(message: string): void {
    for (const task of [...this.waiting.keys()]) this.settle({ task, failure: { code: undefined, message } })
  }

  private rest(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => this.waiting.size === 0 && this.close(), idleLife).unref()
  }
}
