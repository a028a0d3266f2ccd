import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { shareHomePath } from '../../../client/share-paths.ts'
import { openVisit } from '../../open-share-page.ts'

/** `/share/{token}` redirects to the folder, the file or the form that unlocks. */
export const data = async (page: PageContextServer): Promise<never> => {
  const { share, problem } = await openVisit(page)
  throw redirect(`${shareHomePath(share)}${problem ? `?problem=${page.urlParsed.search.problem}` : ''}`)
}
