import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { isDiskProblem } from '../disk-errors.ts'
import { isForeignNamespace, pidNamespace } from './pid-namespace.ts'
import { isAlive, processFingerprint, stillRuns } from './processes.ts'

const readLease = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether the process of a lease runs. The file's name has the process id, for leases that are unreadable or that a full
 * disk left empty, and the pid namespace: a process of another namespace cannot share the server, so a container that ended
 * left that lease.
 */
const isHeld = (file: string): boolean => {
  if (isForeignNamespace(extname(file).slice(1))) return false
  const lease = readLease(file)
  return lease === '' ? isAlive(Number.parseInt(basename(file), 10)) : stillRuns(lease)
}

/** On a read-only disk the file stays; it then counts as the lease of an ended process. */
const tryRemove = (file: string): void => {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    if (!isDiskProblem(error)) throw error
  }
}

/**
 * This process's lease on the server of a folder: one file per process. The app, a second app process and a CLI command may
 * share one server; the last process to release its lease stops it. Leases of killed processes do not count.
 */
export const serverLease = (dir: string) => {
  const folder = join(dir, 'users')
  const ownFile = join(folder, [process.pid, pidNamespace].filter(Boolean).join('.'))
  /** Whether another running process holds a lease; removes the leases of killed processes. */
  const isShared = (): boolean => {
    let others = 0
    for (const name of readdirSync(folder)) {
      const file = join(folder, name)
      if (file === ownFile) continue
      if (isHeld(file)) others += 1
      else tryRemove(file)
    }
    return others > 0
  }
  return {
    acquire(): void {
      mkdirSync(folder, { recursive: true })
      writeFileSync(ownFile, processFingerprint(process.pid))
    },
    isShared,
    /** Releases the lease. True when no other running process holds one. */
    release(): boolean {
      tryRemove(ownFile)
      return !isShared()
    },
  }
}
