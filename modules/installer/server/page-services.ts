import { commandLine, type Platform } from '../../platform/index.ts'
import type { StatusRow, WizardPage, WizardStep } from '../contract.ts'
import type { Wizard } from './wizard.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    installer: InstallerPages
  }
}

interface InstallerPages {
  /** True until the instance is set up. Throws when that is unknown, so that the wizard never opens by mistake (A57). */
  needed(): Promise<boolean>
  /** Command that sets up the instance without the wizard. */
  setupCommand(): string
  page(step: WizardStep): Promise<WizardPage>
  status(locale: string): Promise<StatusRow[]>
}

export const createInstallerPages = ({ installation }: Platform, wizard: Wizard): InstallerPages => ({
  needed: async () => !(await installation.done()),
  setupCommand: () => `${commandLine()} setup --admin-email you@example.com --admin-password "a long password"`,
  page: (step) => wizard.page(step),
  status: (locale) => wizard.status(locale),
})
