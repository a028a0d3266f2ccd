import { platformErrors } from './errors.ts'

interface Limits {
  maxRunning: number
  maxWaiting: number
  /** Callbacks of one caller that run or wait, so that one does not fill the queue of all. */
  maxOfCaller: number
}

/** Runs callbacks, at most `maxRunning` at once, the others in turn. Those beyond the other limits fail with 503. */
export const limitConcurrency = ({ maxRunning, maxWaiting, maxOfCaller }: Limits) => {
  let running = 0
  const waiting: (() => void)[] = []
  const ofCallers = new Map<string, number>()
  const count = (caller: string, by: number) => {
    const sum = (ofCallers.get(caller) ?? 0) + by
    if (sum > 0) ofCallers.set(caller, sum)
    else ofCallers.delete(caller)
  }
  return async <T>(caller: string | null, fn: () => Promise<T>): Promise<T> => {
    const isFull = running >= maxRunning && waiting.length >= maxWaiting
    if (isFull || (caller && (ofCallers.get(caller) ?? 0) >= maxOfCaller)) throw platformErrors.fail('unavailable')
    if (caller) count(caller, 1)
    try {
      if (running >= maxRunning) await new Promise<void>((resume) => waiting.push(resume))
      else running += 1
      return await fn()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
      if (caller) count(caller, -1)
    }
  }
}
