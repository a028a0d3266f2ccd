import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksStart, isServerOf } from './processes.ts'

export interface RunningServer {
  pid: number
  port: number
}

/** Reads postmaster.pid: line 1 is the process id, line 4 the port. Null while the file is missing or incomplete. */
export const readPidFile = (data: string): RunningServer | null => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch {
    return null
  }
}

/** Whether the pid file says that the process with this id accepts sessions (line 8): it then listens on the port of the file. */
export const isReady = (data: string, pid: number): boolean => {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** The server that runs on a data folder, of any process; null when its pid file is missing or was left over. */
export const findServer = (data: string): RunningServer | null => {
  const named = readPidFile(data)
  return named && isServerOf(named.pid, data) ? named : null
}

/**
 * PostgreSQL does not start while a process of its account has the id of an old pid file, whatever it is, unless this variable names
 * it: then the file counts as left over. Only for a process that is certainly another one: two servers would destroy the data.
 */
export const ignoredPid = (data: string): { PG_GRANDPARENT_PID?: string } => {
  const named = readPidFile(data)
  return named && blocksStart(named.pid, data) ? { PG_GRANDPARENT_PID: String(named.pid) } : {}
}
