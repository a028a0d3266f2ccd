import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Teardown } from './database.ts'

/** A folder for one test, removed at its end. */
export const testFolder = (t: Teardown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
