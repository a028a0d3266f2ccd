import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { shareHomePath } from '../../../client/share-paths.ts'
import { requireOpenVisit } from '../../require-open-visit.ts'

/** `/share/{token}` redirects to the folder, the file or the form that unlocks; the query stays (`problem`, `lang`). */
export const data = async (page: PageContextServer): Promise<never> => {
  const { share } = await requireOpenVisit(page)
  throw redirect(`${shareHomePath(share)}${page.urlParsed.searchOriginal ?? ''}`)
}
