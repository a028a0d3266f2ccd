import { ArrowDown, ArrowUp } from 'lucide-react'
import { Icon, useT } from '../../../../web/ui.ts'
import { hasFixedOrder } from '../../client/folder-view.ts'
import { useSelection } from '../useListing.ts'
import { useView } from '../useView.ts'
import { nextSorting } from './columns.ts'
import { SelectAll } from './SelectAll.tsx'

/** Above the tiles: select all, and the sort order with a click to reverse it. Hidden on phones. */
export const GridHeader = () => {
  const t = useT()
  const { folderView } = useSelection()
  const { sort } = useView()
  const { sorting, location } = folderView
  return (
    <div className="file-head file-grid-head">
      <SelectAll />
      {!hasFixedOrder(location.section) && (
        <button type="button" className="file-sort" onClick={() => sort(nextSorting(sorting.field, sorting))}>
          {t(`storage:list.column.${sorting.field}`)}
          <Icon of={sorting.direction === 'ASC' ? ArrowUp : ArrowDown} size={14} className="shrink-0" />
          <span className="sr-only">
            {t(sorting.direction === 'ASC' ? 'storage:menu.ascending' : 'storage:menu.descending')}
          </span>
        </button>
      )}
    </div>
  )
}
