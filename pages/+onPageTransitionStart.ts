import type { PageContextClient } from 'vike/types'
import { beginLoading, beginNavigation, forgetTransition, stepWithinPage } from '../modules/web/ui.ts'

/** Shows the progress bar, except for changes of the URL within one page (the file shown in the viewer). */
export const onPageTransitionStart = (page: PageContextClient): void => {
  forgetTransition()
  if (page.previousPageContext?.urlPathname !== page.urlPathname) beginNavigation()
  else if (page.isHistoryNavigation) stepWithinPage()
  else beginLoading()
}
