import { readFileSync } from 'node:fs'

/** True while a process of this id exists, whoever owns it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const statFields = (pid: number): string[] | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** In a container without an init process nobody collects an orphan: it stays listed, but it is gone. */
const isZombie = (pid: number): boolean => statFields(pid)?.[0] === 'Z'

/** Process id with its start time where the system tells it (Linux): ids are used again, pairs are not. */
export const fingerprint = (pid: number): string => `${pid} ${statFields(pid)?.[19] ?? '-'}`

/** Whether the process behind a `fingerprint` still runs. */
export const stillRuns = (print: string): boolean => {
  const pid = Number.parseInt(print, 10)
  return pid > 0 && isAlive(pid) && fingerprint(pid) === print.trim()
}

/** Resolves true once the process is gone, false when `ms` have passed. */
export const gone = async (pid: number, ms: number): Promise<boolean> => {
  const end = Date.now() + ms
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}
