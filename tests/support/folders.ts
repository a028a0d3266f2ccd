import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Teardown } from './database.ts'

const roomy = 4 * 2 ** 30

/**
 * Where the databases of a run are: in memory where there is room for them. Each has a thousand files, and to make them
 * takes a disk ten times as long.
 */
export const databasesFolder = (): string => {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > roomy ? memory : tmpdir()
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
