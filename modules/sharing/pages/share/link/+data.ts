import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { homeOf } from '../../../client/addresses.ts'
import { openVisit } from '../../visit.ts'

/** `/share/{token}` leads to the folder, the file or the question for the password. */
export const data = async (page: PageContextServer): Promise<never> => {
  const { share, problem } = await openVisit(page)
  throw redirect(`${homeOf(share)}${problem ? `?problem=${page.urlParsed.search.problem}` : ''}`)
}
