import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { isWorkerMessage, type Logger } from '../../modules/platform/launch.ts'
import { closeTimeoutMs } from '../process-limits.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** Pause before a process that ended is started again. */
const restartPauseMs = 1_000

/** A process ended before it served. `isExplained`: it ended by itself, and has printed why. */
export class WorkerEndedError extends Error {
  readonly isExplained: boolean
  constructor(number: number, code: number | null, signal: string | null) {
    super(`app process ${number} ended (${signal ?? code}) before it served`)
    this.isExplained = signal === null
  }
}

interface GroupOptions {
  count: number
  databaseUrl: string
  port: number
  log: Logger
  /** Frees the port, before the first process listens. */
  freePort(): Promise<void>
  /** Called when a process asks for a restart of the server. */
  onRestart(): void
  /** Called when the last process has ended and cannot be started again. */
  onLost(): void
}

const sendTo = (worker: Worker, message: ToWorker): void => {
  // A process that ends meanwhile is reported by its `exit`.
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/** Resolves when the process has ended. */
const ended = (worker: Worker): Promise<void> =>
  worker.isDead() ? Promise.resolve() : new Promise((resolve) => worker.once('exit', () => resolve()))

/**
 * The app processes of a server. They share its port: Node deals connections out in turn. The first one migrates the database
 * and runs the jobs; the others start after it, and after the setup. A process that ends is started again.
 */
export class WorkerGroup {
  private readonly options: GroupOptions
  private readonly workers = new Map<number, Worker>()
  private closing = false
  constructor(options: GroupOptions) {
    this.options = options
  }

  /** Starts the processes. Resolves with the URL of the ready line; rejects when the first one cannot serve. */
  async start(): Promise<string> {
    const { url, isSetUp } = await this.fork(1)
    if (isSetUp) await this.forkOthers()
    return url
  }

  /** Lets all processes finish their requests and end. Those that have settings to store wait for `end`. */
  async close(drainTimeoutMs: number): Promise<void> {
    this.closing = true
    await Promise.all(
      Array.from(this.workers.values(), async (worker) => {
        const closed = new Promise<void>((resolve) => {
          worker.on('message', ({ type }: FromWorker) => type === 'closed' && resolve())
        })
        sendTo(worker, { type: 'close', drainTimeoutMs })
        const timer = setTimeout(() => worker.process.kill('SIGKILL'), drainTimeoutMs + closeTimeoutMs)
        await Promise.race([closed, ended(worker)])
        clearTimeout(timer)
      }),
    )
  }

  /** Lets the processes that wait store their settings, and end. */
  async end(): Promise<void> {
    for (const worker of this.workers.values()) {
      sendTo(worker, { type: 'prepare' })
      await ended(worker)
    }
  }

  private async forkOthers(): Promise<void> {
    const numbers = Array.from({ length: this.options.count - 1 }, (_, index) => index + 2)
    await Promise.all(numbers.map((number) => this.fork(number)))
  }

  /** Starts a process. Rejects when it ends before it serves; it has printed why. */
  private fork(number: number): Promise<{ url: string; isSetUp: boolean }> {
    const { databaseUrl, port, freePort, onRestart } = this.options
    const worker = cluster.fork()
    this.workers.set(number, worker)
    sendTo(worker, { type: 'serve', number, databaseUrl, port })
    return new Promise((resolve, reject) => {
      let isReady = false
      worker.on('message', (message: FromWorker) => {
        if (isWorkerMessage(message)) return this.passOn(worker, message)
        if (message.type === 'opened') void freePort().then(() => sendTo(worker, { type: 'listen' }))
        if (message.type === 'restart') onRestart()
        if (message.type === 'set-up')
          this.forkOthers().catch((error: unknown) => this.options.log.error({ err: error }))
        if (message.type !== 'ready') return
        isReady = true
        resolve(message)
      })
      worker.once('exit', (code, signal) => {
        this.workers.delete(number)
        if (!isReady) reject(new WorkerEndedError(number, code, signal))
        else if (!this.closing) void this.replace(number, signal ?? code)
      })
    })
  }

  private async replace(number: number, reason: string | number): Promise<void> {
    const { log, onLost } = this.options
    log.error(`app process ${number} ended (${reason}); it is started again`)
    while (true) {
      await sleep(restartPauseMs)
      if (this.closing) return
      const isServing = await this.fork(number).then(
        () => true,
        (error: unknown) => log.error({ err: error }),
      )
      if (isServing || this.closing) return
      if (this.workers.size === 0) return onLost()
    }
  }

  private passOn(from: Worker, message: FromWorker & { type: 'tell' }): void {
    for (const worker of this.workers.values()) if (worker !== from) sendTo(worker, message)
  }
}
