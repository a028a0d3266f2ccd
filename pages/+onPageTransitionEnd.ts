import type { PageContextClient } from 'vike/types'
import { focusHeading, navigationEnd } from '../modules/web/ui.ts'

/** Ends the progress bar and puts the focus where the new page begins. */
export const onPageTransitionEnd = (pageContext: PageContextClient): void => {
  window.dispatchEvent(new Event(navigationEnd))
  focusHeading(pageContext.previousPageContext?.pageId === pageContext.pageId)
}
