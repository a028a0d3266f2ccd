import { Worker } from 'node:worker_threads'
import { type PutAnswer, type PutOrder, sideBySide } from './put-protocol.ts'

const most = 2
const mostTogether = 32
const idleLife = 30_000

export class PutError extends Error {
  readonly code: string | undefined
  readonly ofSync: boolean
  constructor({ code, message, failedAt }: PutAnswer) {
    super(message)
    this.code = code
    this.ofSync = failedAt === 'sync'
  }
}

/**
 * Two threads for small files, begun when they come and ended when none came for a while. Making, syncing and renaming
 * a file waits for the journal each time: in the server's own thread that would hold up everybody, and through the
 * thread pool it costs five trips in place of one. Files that come while all threads are busy are stored together.
 */
export class Putters {
  /** Files each thread has in hand. */
  private readonly putters = new Map<Worker, PutOrder>()
  private readonly waiting = new Map<number, (answer: PutAnswer) => void>()
  private queue: PutOrder = []
  private tasks = 0
  private sending = false
  private idle: NodeJS.Timeout | null = null

  /** The bytes are a synced file at `blob`, name included, when it resolves. Rejects with PutError. */
  async put(staged: string, blob: string, bytes: Uint8Array): Promise<void> {
    const task = ++this.tasks
    const answer = await new Promise<PutAnswer>((resolve) => {
      this.waiting.set(task, resolve)
      this.queue.push({ task, staged, blob, bytes })
      this.sendSoon()
    })
    this.rest()
    if (answer.failedAt) throw new PutError(answer)
  }

  close(): void {
    if (this.idle) clearTimeout(this.idle)
    for (const worker of this.putters.keys()) void worker.terminate()
    this.putters.clear()
  }

  /** When all that came in one request are here: those that are stored together are ready together. */
  private sendSoon(): void {
    if (this.sending) return
    this.sending = true
    process.nextTick(() => {
      this.sending = false
      this.send()
    })
  }

  private send(): void {
    // As many as are synced at once; what is more is shared out.
    const share = Math.max(sideBySide, Math.ceil(this.queue.length / most))
    while (this.queue.length > 0) {
      const worker = this.free()
      if (!worker) return
      const order = this.queue.splice(0, Math.min(mostTogether, share))
      this.putters.set(worker, order)
      worker.postMessage(order)
    }
  }

  private free(): Worker | null {
    for (const [worker, order] of this.putters) if (order.length === 0) return worker
    return this.putters.size < most ? this.start() : null
  }

  private start(): Worker {
    // Without the process's own flags: what they import is for the main thread, and takes memory.
    const worker = new Worker(new URL('./put-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (answers: PutAnswer[]) => {
      this.putters.set(worker, [])
      this.send()
      for (const answer of answers) this.settle(answer)
    })
    // What it had in hand is answered as failed: nobody has been told yet that any of it was stored.
    worker.on('error', ({ message }) => {
      const lost = this.putters.get(worker) ?? []
      this.putters.delete(worker)
      for (const { task } of lost) this.settle({ task, failedAt: 'write', message })
      this.send()
    })
    worker.unref()
    this.putters.set(worker, [])
    return worker
  }

  private settle(answer: PutAnswer): void {
    this.waiting.get(answer.task)?.(answer)
    this.waiting.delete(answer.task)
  }

  private rest(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => this.waiting.size === 0 && this.close(), idleLife).unref()
  }
}
