import { findChild, fingerprint } from './processes.ts'

/** PostgreSQL gives the processes of a crashed session 5 s to end before it begins to recover. */
const defaultStuckAfterMs = 15_000

/** A server that works has the one, a server that recovers the other. */
const neededChild = /^postgres: (walwriter|startup)/
/** Ends first when the server is shut down, which may take long. */
const lastingChild = /^postgres: background writer/

/**
 * Returns a function to call now and then, which kills a server that neither works nor recovers. When the process that
 * recovers after a crash is killed (by the out-of-memory killer, which caused the crash perhaps), PostgreSQL starts no other
 * one, rejects every session, and does not end. Kills only what it has seen working: an id may be another process's since.
 */
export const endsStuckServer = (stuckAfterMs = defaultStuckAfterMs): ((pid: number) => void) => {
  let since: number | null = null
  let seen: string | null = null
  return (pid) => {
    const isNeededThere = findChild(pid, neededChild)
    if (isNeededThere) seen = fingerprint(pid)
    if (isNeededThere !== undefined || !findChild(pid, lastingChild) || seen !== fingerprint(pid)) {
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
