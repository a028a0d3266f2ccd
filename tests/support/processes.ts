import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPidFile } from '../../modules/platform/server/postgres/pid-file.ts'

/** The postmaster of an embedded database and its children; none while it does not run. */
export const postgresProcesses = (dataDir: string): number[] => {
  const postmaster = readPidFile(join(dataDir, 'postgres', 'data'))?.pid
  if (!postmaster) return []
  try {
    const children = execFileSync('ps', ['--ppid', String(postmaster), '-o', 'pid='], { encoding: 'utf8' })
    return [postmaster, ...children.split('\n').filter(Boolean).map(Number)]
  } catch {
    return [postmaster]
  }
}

/** Sends a signal to the processes that still run. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Memory of a process in bytes (resident set); 0 when it is gone. */
export const residentBytes = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
  } catch {
    return 0
  }
}

/** Niceness of each thread of a process, −20 to 19. */
export const threadPriorities = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

/** Established connections to a local port. */
export const connectionsTo = (port: string): number => {
  const hex = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) => {
    const [, local, , state] = line.trim().split(/\s+/)
    return state === '01' && local?.endsWith(hex)
  }).length
}
