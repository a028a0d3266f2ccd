import type { PageContextClient } from 'vike/types'
import { beginLoading, beginNavigation, forgetTransition, stepWithinPage, unsavedInput } from '../modules/web/ui.ts'

/**
 * Shows the progress bar, except for changes of the URL within one page (the file shown in the viewer). Asks before another
 * page replaces unsaved input.
 */
export const onPageTransitionStart = (page: PageContextClient): Promise<void> | undefined => {
  const { previousPageContext: previous, urlPathname, isHistoryNavigation } = page
  forgetTransition()
  if (previous?.urlPathname !== urlPathname) {
    const input = unsavedInput()
    if (input) return input.mayLeave(isHistoryNavigation ? previous?.urlOriginal : undefined)
    beginNavigation()
  } else if (isHistoryNavigation) stepWithinPage()
  else beginLoading()
}
