import { RowThumb } from '../../../previews/ui.ts'
import { useSelection } from '../useOpened.ts'
import { useRowTexts } from './row-texts.ts'

/** What a sheet is about: the one selected item, or how many there are. */
export const SelectedHeader = () => {
  const texts = useRowTexts()
  const { opened, cursor, count } = useSelection()
  const item = opened.listing.at(cursor)
  if (count !== 1 || !item)
    return <p className="text-16 font-semibold">{texts.t('storage:list.selected', { count })}</p>
  return (
    <div className="flex min-w-0 items-center gap-3">
      <RowThumb item={item} />
      <div className="min-w-0">
        <p className="truncate text-16 font-semibold">{item.attributes.name}</p>
        <p className="text-13 text-muted">{texts.amount(item)}</p>
      </div>
    </div>
  )
}
