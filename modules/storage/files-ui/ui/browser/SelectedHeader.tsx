import { RowThumbnail } from '../../../previews/ui.ts'
import { useSelection } from '../useListing.ts'
import { useRowTexts } from './row-texts.ts'

/** Header of the menu sheet: the selected item, or the number of items. */
export const SelectedHeader = () => {
  const texts = useRowTexts()
  const { folderView, cursor, count } = useSelection()
  const item = folderView.listing.at(cursor)
  if (count !== 1 || !item)
    return <p className="text-16 font-semibold">{texts.t('storage:list.selected', { count })}</p>
  return (
    <div className="flex min-w-0 items-center gap-3">
      <RowThumbnail item={item} />
      <div className="min-w-0">
        <p className="truncate text-16 font-semibold">{item.attributes.name}</p>
        <p className="text-13 text-muted">{texts.amount(item)}</p>
      </div>
    </div>
  )
}
