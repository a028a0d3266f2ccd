import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PictureRequest, PictureResult } from './protocol.ts'

const script = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
const timeLimitMs = 10_000
const memoryLimitBytes = 512 << 20
const memoryPollMs = 50
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

/**
 * Sets the lowest priority from outside, right after the fork: threads inherit it when started, and a process that
 * lowers itself has started its threads already.
 */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // Without this permission pictures are processed at normal priority.
  }
}

type Picture = Extract<PictureResult, { kind: 'done' }>

/** Passes pictures to the picture process one at a time. Kills the process at the time or memory limit. */
export class PictureWorker {
  private child: ChildProcess | null = null
  private idle: NodeJS.Timeout | null = null

  /** Null when the picture cannot be decoded within the limits. Throws when the process does not start. */
  async make(request: PictureRequest): Promise<Picture | null> {
    if (this.idle) clearTimeout(this.idle)
    const child = this.child ?? (await this.start())
    const result = await this.send(child, request)
    this.idle = setTimeout(() => this.stop(), idleTimeoutMs).unref()
    return result.kind === 'done' ? result : null
  }

  stop(): void {
    if (this.idle) clearTimeout(this.idle)
    this.child?.kill('SIGKILL')
    this.child = null
  }

  private start(): Promise<ChildProcess> {
    const child = fork(script, {
      execArgv: ['--max-old-space-size=64'],
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.child = child
    lowerPriority(child.pid)
    child.once('exit', () => {
      if (this.child === child) this.child = null
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs)
      child.once('message', () => {
        clearTimeout(timer)
        child.removeAllListeners('error')
        child.on('error', () => undefined)
        resolve(child)
      })
      child.once('error', reject)
      child.once('exit', () => reject(new Error('the picture process does not start')))
    })
  }

  private send(child: ChildProcess, request: PictureRequest): Promise<PictureResult> {
    return new Promise((resolve) => {
      const end = (result: PictureResult) => {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', end)
        child.off('exit', died)
        resolve(result)
      }
      const died = () => end({ kind: 'failed', reason: 'the picture process ended' })
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimitMs)
      const watch = setInterval(() => {
        if (residentBytes(child.pid ?? 0) > memoryLimitBytes) child.kill('SIGKILL')
      }, memoryPollMs)
      child.on('message', end)
      child.once('exit', died)
      child.send(request, (error) => error && died())
    })
  }
}
