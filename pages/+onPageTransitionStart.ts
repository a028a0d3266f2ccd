import type { PageContextClient } from 'vike/types'
import { navigationStart } from '../modules/web/ui.ts'

/** Within one page (a file put on show by its address) nothing is on its way. */
export const onPageTransitionStart = ({ urlPathname, previousPageContext }: PageContextClient): void => {
  if (previousPageContext?.urlPathname === urlPathname) return
  window.dispatchEvent(new Event(navigationStart))
}
