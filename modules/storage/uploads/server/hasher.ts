import { Worker } from 'node:worker_threads'
import { type ContentHashes, hashContent } from './content-hasher.ts'
import type { HashCommand, HashReply } from './hash-protocol.ts'

type Command = HashCommand extends infer O ? (O extends HashCommand ? Omit<O, 'task'> : never) : never

interface PendingTask {
  resolve(reply: HashReply): void
  reject(error: Error): void
}

const idleTimeoutMs = 30_000

/** Runs the hash thread: starts it with the first large upload, and stops it after an idle time. */
class Hasher {
  private worker: Worker | null = null
  private idle: NodeJS.Timeout | null = null
  private tasks = 0
  private ids = 0
  private readonly waiting = new Map<number, PendingTask>()
  /** Digests that live in the thread. It runs while there are any. */
  private readonly alive = new Set<number>()
  private readonly dropped = new FinalizationRegistry<number>((id) => this.drop(id))

  begin(from: ThreadDigest | null): ThreadDigest {
    const id = ++this.ids
    this.alive.add(id)
    const digest = new ThreadDigest(id, from?.length ?? 0)
    this.send({ kind: 'begin', id, from: from?.id ?? null }).catch(() => digest.lose())
    this.dropped.register(digest, id, digest)
    return digest
  }

  /** Rejects when the thread dies: the digests that live in it are then lost. */
  send(command: Command): Promise<HashReply> {
    const worker = this.worker ?? this.start()
    const task = ++this.tasks
    return new Promise((resolve, reject) => {
      this.waiting.set(task, { resolve, reject })
      worker.postMessage({ ...command, task })
    })
  }

  async hash(memory: SharedArrayBuffer, length: number): Promise<HashReply> {
    try {
      return await this.send({ kind: 'whole', id: 0, memory, length })
    } finally {
      this.scheduleStop()
    }
  }

  forget(digest: ThreadDigest): void {
    this.dropped.unregister(digest)
    this.alive.delete(digest.id)
    this.scheduleStop()
  }

  private drop(id: number): void {
    if (!this.alive.delete(id)) return
    this.send({ kind: 'drop', id }).catch(() => undefined)
    this.scheduleStop()
  }

  private start(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), {
      // Without the flags of this process: they import modules for the main thread, which need memory.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    })
    worker.on('message', (reply: HashReply) => {
      this.waiting.get(reply.task)?.resolve(reply)
      this.waiting.delete(reply.task)
    })
    const onEnd = (error?: unknown) => {
      if (this.worker === worker) this.worker = null
      for (const { reject } of this.waiting.values()) reject(new Error('the hash thread ended', { cause: error }))
      this.waiting.clear()
    }
    worker.on('error', onEnd)
    worker.on('exit', () => this.worker === worker && onEnd())
    this.worker = worker
    // After the listeners, because each of them refs the worker again.
    worker.unref()
    return worker
  }

  private scheduleStop(): void {
    if (this.idle) clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      if (this.alive.size > 0 || this.waiting.size > 0) return
      void this.worker?.terminate()
      this.worker = null
    }, idleTimeoutMs).unref()
  }
}

const hasher = new Hasher()

/** Hashes bytes: in the hash thread where they are in shared memory, else on the calling thread. */
export const hashBytes = async (bytes: Buffer): Promise<ContentHashes> => {
  const { buffer, byteOffset, length } = bytes
  if (!(buffer instanceof SharedArrayBuffer) || byteOffset !== 0) return hashContent(bytes)
  // Where the thread has died, this thread hashes.
  const reply = await hasher.hash(buffer, length).catch(() => null)
  if (!reply?.sha256 || reply.crc32 === undefined) return hashContent(bytes)
  return { sha256: Buffer.from(reply.sha256), crc32: reply.crc32 }
}

/**
 * SHA-256 and CRC-32 of an upload, computed in the hash thread. A copy is made per chunk, so that an aborted chunk
 * leaves no trace. `lost` after the thread died: the file is then read again at its end.
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

  /** Resolves when `memory` may be reused. Updates are applied in the order of the calls. */
  async update(memory: SharedArrayBuffer, length: number): Promise<void> {
    this.length += length
    await hasher.send({ kind: 'update', id: this.id, memory, length }).catch(() => this.lose())
  }

  /** Ends the digest. Null when it was lost. */
  async end(): Promise<ContentHashes | null> {
    const reply = await hasher.send({ kind: 'end', id: this.id }).catch(() => null)
    hasher.forget(this)
    if (this.lost || !reply?.sha256 || reply.crc32 === undefined) return null
    return { sha256: Buffer.from(reply.sha256), crc32: reply.crc32 }
  }

  lose(): void {
    this.lost = true
  }
}
