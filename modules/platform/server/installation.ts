import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeSecret } from './atomic-file.ts'
import type { Settings } from './settings/settings.ts'

export interface Installation {
  /** True after the setup, which a row or a file records; either is sufficient (A57). Throws when neither can be read. */
  done(): Promise<boolean>
  /** True once `done` has said so; for paths that every request takes. */
  readonly isKnown: boolean
  mark(): void
}

/** Fails closed: without a database, an installed instance does not show the setup wizard. */
export const createInstallation = (dataDir: string, settings: Settings): Installation => {
  const file = join(dataDir, '.installed')
  let known = false
  const mark = () => {
    if (!existsSync(file)) writeSecret(file, `${new Date().toISOString()}\n`)
    known = true
  }
  return {
    async done() {
      known ||= existsSync(file)
      if (!known && (await settings.get('setup_wizard_success'))) mark()
      return known
    },
    get isKnown() {
      return known
    },
    mark,
  }
}
