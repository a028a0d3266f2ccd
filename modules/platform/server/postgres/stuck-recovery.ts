import { findChild } from './processes.ts'

/** PostgreSQL gives the processes of a crashed session 5 s to end before it begins to recover. */
const defaultStuckAfterMs = 15_000

/** A server that works has the one, a server that recovers the other. */
const neededChild = /^postgres: (walwriter|startup)/

/**
 * Returns a function to call now and then, which kills a server that neither works nor recovers. When the process that
 * recovers after a crash is killed (by the out-of-memory killer, which caused the crash perhaps), PostgreSQL starts no other
 * one, rejects every session, and does not end.
 */
export const endsStuckServer = (stuckAfterMs = defaultStuckAfterMs): ((pid: number) => void) => {
  let since: number | null = null
  return (pid) => {
    if (findChild(pid, neededChild) !== undefined) {
      since = null
      return
    }
    since ??= performance.now()
    if (performance.now() - since < stuckAfterMs) return
    since = null
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // Another process that shares the server was faster.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
