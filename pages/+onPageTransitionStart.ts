import type { PageContextClient } from 'vike/types'
import {
  beginLoading,
  beginNavigation,
  finishStepWithinPage,
  forgetTransition,
  unsavedInput,
} from '../modules/web/ui.ts'

/** The query without what replaces no input, and changes without Vike: the file in the viewer above the page, the language. */
const queryOf = ({ urlParsed }: PageContextClient) =>
  JSON.stringify(Object.entries({ ...urlParsed.searchAll, view: null, lang: null }).sort())

/**
 * Shows the progress bar, except for changes of the URL within one page (the file shown in the viewer). Asks before another
 * page, or this one with another query, replaces unsaved input.
 */
export const onPageTransitionStart = (page: PageContextClient): Promise<void> | undefined => {
  const { previousPageContext: previous, urlPathname, isHistoryNavigation } = page
  forgetTransition()
  const isSamePath = previous?.urlPathname === urlPathname
  const isSame = isSamePath && queryOf(previous) === queryOf(page)
  const stepOrLoad = isHistoryNavigation ? finishStepWithinPage : beginLoading
  const begin = isSamePath ? stepOrLoad : beginNavigation
  const input = isSame ? undefined : unsavedInput('app')
  if (input?.mayNavigate) return input.mayNavigate(page, begin)
  begin()
}
