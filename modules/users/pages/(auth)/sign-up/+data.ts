import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { safeRedirect } from '../../../ui/safe-redirect.ts'

/** Redirects users who are signed in already (API.md D32). */
export const data = ({ user, urlParsed }: PageContextServer): void => {
  if (user) throw redirect(safeRedirect(urlParsed.search.redirect))
}
