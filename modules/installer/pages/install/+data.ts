import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'

export interface InstallPageData {
  isRejected: boolean
  command: string
}

/** Throws 404 after the installation (A57). */
export const data = async ({ services, urlParsed }: PageContextServer): Promise<InstallPageData> => {
  if (!(await services.installer.needed())) throw render(404)
  return { isRejected: urlParsed.search.problem === 'token', command: services.installer.setupCommand() }
}
