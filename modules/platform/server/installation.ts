import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecretFile } from './atomic-file.ts'
import { isDiskProblem } from './disk-errors.ts'
import type { Settings } from './settings/settings.ts'

export interface Installation {
  /** True after the setup, which a row or a file records; either is sufficient (A57). Throws when neither can be read. */
  done(): Promise<boolean>
  /** True once `done` has said so; for paths that every request takes. */
  readonly isKnown: boolean
  /** A full disk keeps only the file from being written. */
  mark(): void
}

/** Fails closed: without a database, an installed instance does not show the setup wizard. */
export const createInstallation = (dataDir: string, settings: Settings): Installation => {
  const file = join(dataDir, '.installed')
  let isDone = false
  const mark = () => {
    isDone = true
    try {
      if (!existsSync(file)) writeSecretFile(file, `${new Date().toISOString()}\n`)
    } catch (error) {
      // The setting records it too, and the next start tries again.
      if (!isDiskProblem(error)) throw error
    }
  }
  return {
    async done() {
      isDone ||= existsSync(file)
      if (!isDone && (await settings.get('setup_wizard_success'))) mark()
      return isDone
    },
    get isKnown() {
      return isDone
    },
    mark,
  }
}
