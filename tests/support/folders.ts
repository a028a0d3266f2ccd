import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The part of tap's `t` that the helpers need. */
export interface Teardown {
  teardown(fn: () => unknown): unknown
}

const minMemoryBytes = 4 * 2 ** 30

/**
 * The folder of a run's databases: in memory if there is enough. Each database has a thousand files, which a disk takes
 * ten times as long to create.
 */
export const databasesFolder = (): string => {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > minMemoryBytes ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A folder for one test, removed at its end. */
export const testFolder = (t: Teardown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
