import type { PageContextClient } from 'vike/types'
import { endNavigation, focusHeading, showHashTarget } from '../modules/web/ui.ts'

/** Hides the progress bar and focuses the new page's heading; a retried page counts as the same page. */
export const onPageTransitionEnd = ({
  pageId,
  urlPathname,
  isHistoryNavigation,
  previousPageContext,
}: PageContextClient): void => {
  endNavigation()
  const isSamePath = previousPageContext?.urlPathname === urlPathname
  focusHeading(previousPageContext?.pageId === pageId || isSamePath)
  // The history restores the position at which the entry was left.
  if (!isSamePath && !isHistoryNavigation) showHashTarget()
}
