import { useT } from '../../../web/ui.ts'
import { isAdded, type View } from '../../tree/ui.ts'
import { useAddedLists } from './extensions/useAddedLists.ts'

/** Names a section. */
export const usePlaceName = (): ((view: View) => string) => {
  const t = useT()
  const { list } = useAddedLists()
  return (view) => (isAdded(view) ? t(list(view)?.labelKey ?? '') : t(`storage:page.${view}`))
}
