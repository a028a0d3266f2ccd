import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'

/** PRODUCT.md §2: without a homepage the root leads to sign-in. */
export const data = ({ settings }: PageContextServer): void => {
  if (!settings.allowHomepage) throw redirect('/sign-in')
}
