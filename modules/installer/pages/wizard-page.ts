import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import type { WizardPage, WizardStep } from '../contract.ts'

/** Data of a step's page. Throws 404 after the installation (A57). */
export const wizardPage = async ({ services }: PageContextServer, step: WizardStep): Promise<WizardPage> => {
  if (!(await services.installer.needed())) throw render(404)
  return services.installer.page(step)
}
