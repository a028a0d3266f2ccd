import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, stillRuns } from './processes.ts'

/**
 * This process's lease on the server of a folder: one file per process. The app, a second app process and a CLI command
 * may share one server; the last one to release its lease stops it. Leases of killed processes do not count.
 */
export const serverLease = (dir: string) => {
  const folder = join(dir, 'users')
  const own = join(folder, String(process.pid))
  return {
    acquire(): void {
      mkdirSync(folder, { recursive: true })
      writeFileSync(own, fingerprint(process.pid))
    },
    /** Returns true when no other running process holds a lease. */
    release(): boolean {
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
