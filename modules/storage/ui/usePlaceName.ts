import { useT } from '../../web/ui.ts'
import { isAdded, type View } from '../client/place.ts'
import { useAddedLists } from './added/useAddedLists.ts'

/** Names a section. */
export const usePlaceName = (): ((view: View) => string) => {
  const t = useT()
  const { list } = useAddedLists()
  return (view) => (isAdded(view) ? t(list(view)?.labelKey ?? '') : t(`storage:page.${view}`))
}
