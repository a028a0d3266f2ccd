import { useT } from '../../../../web/ui.ts'
import { useSelection } from '../useListing.ts'

/** The checkbox that selects all items or none. `role`: of its cell in a table header. */
export const SelectAll = ({ role }: { role?: 'columnheader' }) => {
  const t = useT()
  const { folderView, count } = useSelection()
  const { listing, selection } = folderView
  const { total } = listing.state
  const all = total > 0 && count === total
  return (
    <div role={role} className="file-check" data-shown={count > 0 || undefined}>
      <label>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all
          }}
          onChange={(event) =>
            event.currentTarget.checked ? selection.all({ everythingKnown: listing.complete() }) : selection.clear()
          }
          aria-label={t('storage:list.selectAll')}
        />
      </label>
    </div>
  )
}
