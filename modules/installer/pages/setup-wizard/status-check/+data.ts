import { render } from 'vike/abort'
import type { PageContextServer } from 'vike/types'

/** 404 after the installation (A57). */
export const data = async ({ services }: PageContextServer): Promise<void> => {
  if (!(await services.installer.needed())) throw render(404)
}
