import { useT } from '../../../web/ui.ts'
import { isExtensionView, type View } from '../../tree/ui.ts'
import { useExtensionLists } from './extensions/useExtensionLists.ts'

/** Returns the display name of a view. */
export const useViewName = (): ((view: View) => string) => {
  const t = useT()
  const { list } = useExtensionLists()
  return (view) => (isExtensionView(view) ? t(list(view)?.labelKey ?? '') : t(`storage:page.${view}`))
}
