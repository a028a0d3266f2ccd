import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { shareHomePath } from '../../../client/share-paths.ts'
import { openVisit } from '../../open-share-page.ts'

/** `/share/{token}` redirects to the folder, the file or the form that unlocks; the query stays (`problem`, `lang`). */
export const data = async (page: PageContextServer): Promise<never> => {
  const { share } = await openVisit(page)
  throw redirect(`${shareHomePath(share)}${page.urlParsed.searchOriginal ?? ''}`)
}
