import type { Platform } from '../../platform/index.ts'

declare module '../../platform/contract.ts' {
  interface PageServices {
    installer: InstallerPages
  }
}

export interface InstallerPages {
  /** True until the instance is set up. Throws when that is unknown, so that the wizard never opens by mistake (A57). */
  needed(): Promise<boolean>
}

export const createInstallerPages = ({ installation }: Platform): InstallerPages => ({
  needed: async () => !(await installation.done()),
})
