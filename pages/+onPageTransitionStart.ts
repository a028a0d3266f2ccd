import type { PageContextClient } from 'vike/types'
import { beginLoading, beginNavigation } from '../modules/web/ui.ts'

/** Shows the progress bar, except for changes of the URL within one page (the file shown in the viewer). */
export const onPageTransitionStart = ({ urlPathname, previousPageContext }: PageContextClient): void => {
  if (previousPageContext?.urlPathname === urlPathname) beginLoading()
  else beginNavigation()
}
