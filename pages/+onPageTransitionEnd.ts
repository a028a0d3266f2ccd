import type { PageContextClient } from 'vike/types'
import { focusHeading, navigationEnd } from '../modules/web/ui.ts'

/** Hides the progress bar and focuses the new page's heading; a retried page counts as the same page. */
export const onPageTransitionEnd = ({ pageId, urlPathname, previousPageContext }: PageContextClient): void => {
  window.dispatchEvent(new Event(navigationEnd))
  focusHeading(previousPageContext?.pageId === pageId || previousPageContext?.urlPathname === urlPathname)
}
