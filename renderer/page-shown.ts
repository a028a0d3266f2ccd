import type { PageContextClient } from 'vike/types'
import { endNavigation, focusHeading, showHashTarget } from '../modules/web/ui.ts'

/** Hides the progress bar and focuses the new page's heading; a retried page counts as the same page. */
export const onPageShown = (page: PageContextClient): void => {
  const { pageId, urlPathname, isHistoryNavigation, previousPageContext: previous } = page
  if (!previous) return
  endNavigation()
  const isSamePath = previous.urlPathname === urlPathname
  focusHeading(previous.pageId === pageId || isSamePath)
  // The history restores the position at which the entry was left.
  if (!isSamePath && !isHistoryNavigation) showHashTarget()
}
