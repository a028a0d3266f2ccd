import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashOrder } from './hash-protocol.ts'

type Order = HashOrder extends infer O ? (O extends HashOrder ? Omit<O, 'task'> : never) : never

interface Waiting {
  resolve(answer: HashAnswer): void
  reject(error: Error): void
}

const idleLife = 30_000

/** Runs the hash thread: begun with the first large upload, ended when none came for a while. */
class Hasher {
  private worker: Worker | null = null
  private idle: NodeJS.Timeout | null = null
  private tasks = 0
  private ids = 0
  private readonly waiting = new Map<number, Waiting>()
  /** Digests that live in the thread: while there are any it goes on. */
  private readonly alive = new Set<number>()
  private readonly dropped = new FinalizationRegistry<number>((id) => this.drop(id))

  begin(from: ThreadDigest | null): ThreadDigest {
    const id = ++this.ids
    this.alive.add(id)
    const digest = new ThreadDigest(id, from?.length ?? 0)
    this.ask({ kind: 'begin', id, from: from?.id ?? null }).catch(() => digest.lose())
    this.dropped.register(digest, id, digest)
    return digest
  }

  ask(order: Order): Promise<HashAnswer> {
    const worker = this.worker ?? this.start()
    const task = ++this.tasks
    return new Promise((resolve, reject) => {
      this.waiting.set(task, { resolve, reject })
      worker.postMessage({ ...order, task })
    })
  }

  forget(digest: ThreadDigest): void {
    this.dropped.unregister(digest)
    this.alive.delete(digest.id)
    this.rest()
  }

  private drop(id: number): void {
    if (!this.alive.delete(id)) return
    this.ask({ kind: 'drop', id }).catch(() => undefined)
    this.rest()
  }

  private start(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
      // Without the process's own flags: what they import is for the main thread, and takes memory.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (answer: HashAnswer) => {
      this.waiting.get(answer.task)?.resolve(answer)
      this.waiting.delete(answer.task)
    })
    const ended = (error?: unknown) => {
      if (this.worker === worker) this.worker = null
      for (const { reject } of this.waiting.values()) reject(new Error('the hash thread ended', { cause: error }))
      this.waiting.clear()
    }
    worker.on('error', ended)
    worker.on('exit', () => this.worker === worker && ended())
    this.worker = worker
    // After the listeners: each of them would keep the process.
    worker.unref()
    return worker
  }

  private rest(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      if (this.alive.size > 0 || this.waiting.size > 0) return
      void this.worker?.terminate()
      this.worker = null
    }, idleLife).unref()
  }
}

const hasher = new Hasher()

/**
 * SHA-256 and CRC-32 of an upload, reckoned beside the server's own thread. A copy is taken per chunk, so that a torn
 * chunk leaves no trace. `lost` after its thread died: the file is read again at its end.
 */
export class ThreadDigest {
  readonly id: number
  length: number
  lost = false
  constructor(id: number, length: number) {
    this.id = id
    this.length = length
  }

  static begin(): ThreadDigest {
    return hasher.begin(null)
  }

  copy(): ThreadDigest {
    return hasher.begin(this)
  }

  /** Resolves when `memory` may be used again. Updates are done in the order of the calls. */
  async update(memory: SharedArrayBuffer, length: number): Promise<void> {
    this.length += length
    await hasher.ask({ kind: 'update', id: this.id, memory, length }).catch(() => this.lose())
  }

  /** Null when it was lost. Nothing can be added any more. */
  async end(): Promise<{ sha256: Buffer; crc32: number } | null> {
    const answer = await hasher.ask({ kind: 'end', id: this.id }).catch(() => null)
    hasher.forget(this)
    if (this.lost || !answer?.sha256 || answer.crc32 === undefined) return null
    return { sha256: Buffer.from(answer.sha256), crc32: answer.crc32 }
  }

  lose(): void {
    this.lost = true
  }
}
