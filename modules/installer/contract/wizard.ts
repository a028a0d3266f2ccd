import type { WizardStep } from './setup.ts'

export interface StatusRow {
  id: 'node' | 'folder' | 'space' | 'memory' | 'database' | 'clock'
  isOk: boolean
  value: string
}

/** What a page of the wizard shows. */
export interface WizardPage {
  step: WizardStep
  done: string[]
  /** Field → text to begin with: stored answers, or what was sent last. Never a password. */
  values: Record<string, string>
  /** Field → i18n key of its error. */
  errors: Record<string, string>
  /** I18n key of an error that concerns no field. */
  problem: string | null
}
