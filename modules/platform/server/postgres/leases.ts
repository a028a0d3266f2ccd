import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fingerprint, stillRuns } from './processes.ts'

/**
 * Who uses the server: one file per process. The app, a second app process and a command of the CLI may share one
 * server; the last to leave stops it. Leases of processes that were killed do not count.
 */
export const leases = (dir: string) => {
  const folder = join(dir, 'users')
  const own = join(folder, String(process.pid))
  return {
    take(): void {
      mkdirSync(folder, { recursive: true })
      writeFileSync(own, fingerprint(process.pid))
    },
    /** Gives the own lease back; true when nobody else holds one. */
    giveBack(): boolean {
      rmSync(own, { force: true })
      let others = 0
      for (const name of readdirSync(folder)) {
        const file = join(folder, name)
        if (stillRuns(readFileSync(file, 'utf8'))) others += 1
        else rmSync(file, { force: true })
      }
      return others === 0
    },
  }
}

/** Runs `deed` while no other living process does so on this folder: one starts or stops the server at a time. */
export const exclusively = async <T>(dir: string, deed: () => Promise<T>): Promise<T> => {
  const file = join(dir, 'lock')
  const end = Date.now() + 90_000
  while (!acquire(file)) {
    if (!holderRuns(file)) rmSync(file, { force: true })
    else if (Date.now() > end) throw new Error(`${file} is held by another process`)
    else await sleep(50)
  }
  try {
    return await deed()
  } finally {
    rmSync(file, { force: true })
  }
}

/** A link appears with its content at once; a lock file written in two steps could be left empty by a crash. */
const acquire = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, fingerprint(process.pid))
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

const holderRuns = (file: string): boolean => {
  try {
    return stillRuns(readFileSync(file, 'utf8'))
  } catch {
    return true
  }
}
