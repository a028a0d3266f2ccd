import { Worker } from 'node:worker_threads'
import type { PutAnswer, PutOrder } from './put-protocol.ts'

const most = 4
const idleLife = 30_000

interface Putter {
  worker: Worker
  /** Files given to it and not yet answered. */
  busy: number
}

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
 * A few threads for small files, begun when they come and ended when none came for a while. Making, syncing and renaming
 * a file waits for the journal each time: in the server's own thread that would hold up everybody, and through the
 * thread pool it costs five trips in place of one.
 */
export class Putters {
  private readonly putters: Putter[] = []
  private readonly waiting = new Map<number, { putter: Putter; resolve: (answer: PutAnswer) => void }>()
  private tasks = 0
  private idle: NodeJS.Timeout | null = null

  /** The bytes are a synced file at `blob` when it resolves; its name there is not synced yet. Rejects with PutError. */
  async put(staged: string, blob: string, bytes: Uint8Array): Promise<void> {
    const putter = this.choose()
    const task = ++this.tasks
    putter.busy += 1
    const answer = await new Promise<PutAnswer>((resolve) => {
      this.waiting.set(task, { putter, resolve })
      putter.worker.postMessage({ task, staged, blob, bytes } satisfies PutOrder)
    })
    putter.busy -= 1
    this.rest()
    if (answer.failedAt) throw new PutError(answer)
  }

  close(): void {
    if (this.idle) clearTimeout(this.idle)
    for (const { worker } of this.putters.splice(0)) void worker.terminate()
  }

  private choose(): Putter {
    const free = this.putters.find(({ busy }) => busy === 0)
    if (free) return free
    if (this.putters.length < most) return this.start()
    return this.putters.reduce((least, putter) => (putter.busy < least.busy ? putter : least))
  }

  private start(): Putter {
    // Without the process's own flags: what they import is for the main thread, and takes memory.
    const worker = new Worker(new URL('./put-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    const putter = { worker, busy: 0 }
    worker.on('message', (answer: PutAnswer) => {
      this.waiting.get(answer.task)?.resolve(answer)
      this.waiting.delete(answer.task)
    })
    // What it had in hand is answered as failed: nobody has been told yet that any of it was stored.
    worker.on('error', (error) => this.lost(putter, error.message))
    worker.unref()
    this.putters.push(putter)
    return putter
  }

  private lost(putter: Putter, message: string): void {
    this.putters.splice(this.putters.indexOf(putter), 1)
    for (const [task, waiting] of this.waiting) {
      if (waiting.putter !== putter) continue
      this.waiting.delete(task)
      waiting.resolve({ task, failedAt: 'write', message })
    }
  }

  private rest(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => this.waiting.size === 0 && this.close(), idleLife).unref()
  }
}
