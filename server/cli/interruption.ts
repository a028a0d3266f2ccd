import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../start-problem-text.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Time for a command to end by itself: a backup removes its incomplete files. `docker stop` kills after 10 s. */
const abortTimeoutMs = 5_000
/** Ctrl-C under npm arrives twice: from the terminal and from npm. */
const repeatDelayMs = 1_000

const controller = new AbortController()
const cleanups = new Set<() => Promise<unknown>>()

/** Aborted by the first signal that ends the command. */
export const interruptionSignal = controller.signal

/**
 * Registers a cleanup that runs before an interrupted command exits, even if the command does not end by itself. The
 * returned function removes it.
 */
export const onInterruptedExit = (cleanup: () => Promise<unknown>): (() => void) => {
  cleanups.add(cleanup)
  return () => cleanups.delete(cleanup)
}

/** Resolves to the exit code of the first signal; a second signal exits at once. */
const firstSignal = (): Promise<number> =>
  new Promise((resolve) => {
    let interruptedAt = 0
    for (const signal of signals)
      process.on(signal, () => {
        const code = 128 + constants.signals[signal]
        if (!interruptionSignal.aborted) {
          interruptedAt = performance.now()
          // The terminal may be closed: writing to it fails then.
          for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
          controller.abort()
          resolve(code)
        } else if (performance.now() - interruptedAt > repeatDelayMs) process.exit(code)
      })
  })

/**
 * Runs a command to its end. SIGINT, SIGTERM and SIGHUP abort it, wait for it, and stop the database that it started, which
 * would otherwise continue without a process to stop it. Prints why a cleanup failed. The process then exits with 128 + the
 * number of the signal.
 */
export const runInterruptible = async (command: () => Promise<number>): Promise<number> => {
  const signalled = firstSignal()
  const running = command()
  const code = await Promise.race([running, signalled])
  if (!interruptionSignal.aborted) return code
  if (cleanups.size > 0) await Promise.race([running, sleep(abortTimeoutMs)])
  const outcomes = await Promise.allSettled([...cleanups].map((cleanup) => cleanup()))
  for (const outcome of outcomes) if (outcome.status === 'rejected') console.error(messageOf(outcome.reason))
  process.exit(await signalled)
}
