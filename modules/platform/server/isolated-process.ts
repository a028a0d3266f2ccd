import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { BlobError } from './blobs/store.ts'

/** Elapsed time, not processor time: at the lowest priority, a busy machine leaves a process little of it. */
const defaultTimeLimitMs = 60_000
const defaultProcessorLimitMs = 10_000
const startTimeLimitMs = 10_000
const memoryLimitBytes = 512 << 20
/** A process that keeps more memory is replaced: WebAssembly never gives memory back, and the next request needs its own. */
const maxKeptBytes = memoryLimitBytes / 2
const pollMs = 50
const idleTimeoutMs = 10_000
const memoryPageBytes = 4_096

/** Resident memory of a process in bytes; 0 where /proc is missing, then the decoder's own limits apply. */
const residentBytes = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * memoryPageBytes
  } catch {
    return 0
  }
}

/** Processor time of a process in ms, without its children; 0 where /proc is missing: then the time limit applies. */
const processorMs = (pid: number): number => {
  try {
    // Fields 12 and 13 after the name, which may contain spaces, in hundredths of a second (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Ids of the threads of a process; none where /proc is missing. */
const threadsOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/**
 * Sets the lowest priority from outside: a process that lowers itself has started its threads already. On Linux, each thread
 * has its own priority, which the threads that it starts inherit. On a busy machine the process has started some threads
 * before this call, so every thread is lowered, until no new ones appear meanwhile.
 */
export const lowerPriority = (pid: number | undefined): void => {
  if (!pid) return
  const lowered = new Set<number>()
  for (let left = [pid]; left.length > 0; left = threadsOf(pid).filter((thread) => !lowered.has(thread)))
    for (const thread of left) {
      lowered.add(thread)
      try {
        setPriority(thread, constants.priority.PRIORITY_LOW)
      } catch {
        // The process has just ended; or without this permission, it runs at normal priority.
      }
    }
}

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** Messages of a script: first `ready`, then one result per request, preceded by any number of `progress` (0 to 1). */
export type ProcessResult<Done extends object> =
  | { kind: 'ready' }
  | { kind: 'progress'; fraction: number }
  | ({ kind: 'done' } & Done)
  | { kind: 'failed'; reason: string }
  /** The disk that the script writes to is full, which is no fault of the request. */
  | { kind: 'full' }

interface IsolatedProcessOptions {
  /** `advanced` passes buffers. Default `json`. */
  serialization?: 'json' | 'advanced'
  /** Per request. Default a minute. */
  timeLimitMs?: number
  /** Processor time of the process itself, per request. Default ten seconds. */
  processorLimitMs?: number
}

/**
 * The process ended during a request without having exceeded a limit of its own, or got too little of the processor within
 * the time limit. The cause may be the machine, for example a lack of memory: a later attempt may succeed.
 */
export class ProcessEndedError extends Error {}

type OnProgress = (fraction: number) => void

/**
 * Passes requests to a script in a process of its own, one at a time, for work on files that may be malicious. Kills the
 * process and the programs that it started at the time or memory limit, and stops it when it is idle.
 */
export class IsolatedProcess<Request extends object, Done extends object> {
  private child: ChildProcess | null = null
  private idle: NodeJS.Timeout | null = null
  private last: Promise<unknown> = Promise.resolve()
  private readonly script: string
  private readonly serialization: 'json' | 'advanced'
  private readonly timeLimitMs: number
  private readonly processorLimitMs: number
  /** `script`: path of the file to run. */
  constructor(
    script: string,
    {
      serialization = 'json',
      timeLimitMs = defaultTimeLimitMs,
      processorLimitMs = defaultProcessorLimitMs,
    }: IsolatedProcessOptions = {},
  ) {
    this.script = script
    this.serialization = serialization
    this.timeLimitMs = timeLimitMs
    this.processorLimitMs = processorLimitMs
  }

  /**
   * Null when the script fails, or exceeds the limit of memory or processor time. Rejects with `ProcessEndedError` when the
   * process ended for another reason, with `full` for a full disk, and when the process does not start.
   */
  run(request: Request, onProgress?: OnProgress): Promise<Done | null> {
    const work = this.last.then(() => this.runNow(request, onProgress))
    this.last = work.catch(() => undefined)
    return work
  }

  /** As `run`, for a request that is not repeated; null for `ProcessEndedError`. */
  runOnce(request: Request): Promise<Done | null> {
    return this.run(request).catch((error: unknown) => {
      if (error instanceof ProcessEndedError) return null
      throw error
    })
  }

  stop(): void {
    if (this.idle) clearTimeout(this.idle)
    if (this.child) killGroup(this.child)
    this.child = null
  }

  private async runNow(request: Request, onProgress?: OnProgress): Promise<Done | null> {
    if (this.idle) clearTimeout(this.idle)
    const child = this.child ?? (await this.start())
    const result = await this.send(child, request, onProgress)
    if (residentBytes(child.pid ?? 0) > maxKeptBytes) this.stop()
    else this.idle = setTimeout(() => this.stop(), idleTimeoutMs).unref()
    if (result.kind === 'full') throw new BlobError('full')
    return result.kind === 'done' ? result : null
  }

  private start(): Promise<ChildProcess> {
    const child = fork(this.script, {
      execArgv: ['--max-old-space-size=64'],
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: this.serialization,
      // A process group of its own, which ends as a whole.
      detached: true,
    })
    this.child = child
    lowerPriority(child.pid)
    child.once('exit', () => {
      if (this.child === child) this.child = null
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => killGroup(child), startTimeLimitMs)
      child.once('message', () => {
        clearTimeout(timer)
        child.removeAllListeners('error')
        child.on('error', () => undefined)
        resolve(child)
      })
      child.once('error', reject)
      child.once('exit', () => reject(new Error(`${this.script} does not start`)))
    })
  }

  private send(child: ChildProcess, request: Request, onProgress?: OnProgress): Promise<ProcessResult<Done>> {
    return new Promise((resolve, reject) => {
      let exceeded = false
      const end = (result: ProcessResult<Done>) => {
        if (result.kind === 'progress') return onProgress?.(result.fraction)
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', end)
        child.off('exit', died)
        resolve(result)
      }
      const died = () => {
        if (!exceeded) reject(new ProcessEndedError(`${this.script} ended`))
        end({ kind: 'failed', reason: 'limit exceeded' })
      }
      const timer = setTimeout(() => killGroup(child), this.timeLimitMs)
      const pid = child.pid ?? 0
      const maxProcessorMs = processorMs(pid) + this.processorLimitMs
      const watch = setInterval(() => {
        if (residentBytes(pid) <= memoryLimitBytes && processorMs(pid) <= maxProcessorMs) return
        exceeded = true
        killGroup(child)
      }, pollMs)
      child.on('message', end)
      child.once('exit', died)
      child.send(request, (error) => error && died())
    })
  }
}
