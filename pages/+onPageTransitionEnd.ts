import type { PageContextClient } from 'vike/types'
import { focusHeading, navigationEnd } from '../modules/web/ui.ts'

/** Ends the progress bar and puts the focus where the new page begins; one that was lost and has come is no other page. */
export const onPageTransitionEnd = ({ pageId, urlPathname, previousPageContext }: PageContextClient): void => {
  window.dispatchEvent(new Event(navigationEnd))
  focusHeading(previousPageContext?.pageId === pageId || previousPageContext?.urlPathname === urlPathname)
}
