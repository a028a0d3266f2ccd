import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { PictureAnswer, PictureOrder } from './protocol.ts'

const script = fileURLToPath(new URL('./picture-process.ts', import.meta.url))
const timeLimit = 10_000
const memoryLimit = 512 << 20
const watchEvery = 50
const idleLife = 10_000
const pageSize = 4_096

/** Resident bytes of a process; 0 where the system does not tell (the decoder's own limits hold then). */
const residentBytes = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageSize
  } catch {
    return 0
  }
}

/**
 * Lowest priority, from outside and at once: threads take that of the thread that starts them, the decoder works in
 * threads, and a process that lowers itself has started those before.
 */
const giveWay = (pid: number | undefined): void => {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // A system that does not allow it: then pictures are made like anything else.
  }
}

type Picture = Extract<PictureAnswer, { kind: 'done' }>

/** Hands pictures to the picture process, one after the other, and ends it when one takes too long or too much. */
export class PictureWorker {
  private child: ChildProcess | null = null
  private idle: NodeJS.Timeout | null = null

  /** Null when the picture cannot be decoded within the limits; throws when the process cannot even start. */
  async make(order: PictureOrder): Promise<Picture | null> {
    if (this.idle) clearTimeout(this.idle)
    const child = this.child ?? (await this.start())
    const answer = await this.ask(child, order)
    this.idle = setTimeout(() => this.stop(), idleLife).unref()
    return answer.kind === 'done' ? answer : null
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
    giveWay(child.pid)
    child.once('exit', () => {
      if (this.child === child) this.child = null
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
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

  private ask(child: ChildProcess, order: PictureOrder): Promise<PictureAnswer> {
    return new Promise((resolve) => {
      const end = (answer: PictureAnswer) => {
        clearTimeout(timer)
        clearInterval(watch)
        child.off('message', end)
        child.off('exit', died)
        resolve(answer)
      }
      const died = () => end({ kind: 'failed', reason: 'the picture process ended' })
      const timer = setTimeout(() => child.kill('SIGKILL'), timeLimit)
      const watch = setInterval(() => {
        if (residentBytes(child.pid ?? 0) > memoryLimit) child.kill('SIGKILL')
      }, watchEvery)
      child.on('message', end)
      child.once('exit', died)
      child.send(order, (error) => error && died())
    })
  }
}
