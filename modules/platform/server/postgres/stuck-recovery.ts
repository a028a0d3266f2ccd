import { findChild, processFingerprint } from './processes.ts'

/** PostgreSQL gives the processes of a crashed session 5 s to end before it begins to recover. */
const defaultStuckAfterMs = 15_000

/** Child processes that every usable server has: `walwriter` while it works, `startup` while it recovers. */
const neededChild = /^postgres: (walwriter|startup)/
/** Ends first when the server is shut down, which may take long. */
const lastingChild = /^postgres: background writer/

/**
 * `check` is called repeatedly, and kills a server that neither works nor recovers. When the process that recovers after a
 * crash is killed (by the out-of-memory killer, which perhaps caused the crash), PostgreSQL starts no other one, rejects
 * every session, and does not end. Only a process that `identified` was called with is killed: its id may belong to another
 * process since.
 */
export const stuckServerWatch = (stuckAfterMs = defaultStuckAfterMs) => {
  let since: number | null = null
  let identifiedServer: string | null = null
  const check = (pid: number): void => {
    const isStuck = findChild(pid, neededChild) === undefined && findChild(pid, lastingChild)
    if (!isStuck || identifiedServer !== processFingerprint(pid)) {
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
  return {
    check,
    /** The process is the server: it has accepted a session, or works in the data folder. */
    identified(pid: number): void {
      identifiedServer = processFingerprint(pid)
    },
  }
}
