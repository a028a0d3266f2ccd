import type { Item } from '../../../tree/contract.ts'
import { glyphOf, hrefOf, isAdded, type View } from '../../../tree/ui.ts'
import { useAddedLists } from '../extensions/useAddedLists.ts'
import { type AddedColumn, type Column, isAddedColumn } from './columns.ts'
import type { RowTexts } from './row-texts.ts'
import { Time } from './Time.tsx'

interface CellProps {
  item: Item
  column: Column
  texts: RowTexts
}

/** One value of a row. */
export const Cell = ({ item, column, texts }: CellProps) => (
  <div
    role="gridcell"
    className={column === 'size' ? 'file-cell text-end' : 'file-cell'}
    title={column === 'size' && item.type === 'folder' ? texts.amount(item) : undefined}
  >
    {contentOf(item, column, texts)}
  </div>
)

const contentOf = (item: Item, column: Column, texts: RowTexts) => {
  if (isAddedColumn(column)) return <AddedContent item={item} column={column} />
  if (column === 'size') return texts.size(item)
  if (column === 'kind') return texts.t(`storage:list.kind.${glyphOf(item)}`)
  if (column === 'where') return <Where item={item} texts={texts} />
  const iso = item.attributes[column]
  return iso && <Time iso={iso} texts={texts} />
}

const AddedContent = ({ item, column }: { item: Item; column: AddedColumn }) => {
  const Content = useAddedLists().column(column)?.Cell
  return Content && <Content item={item} />
}

const AddedLine = ({ item, view }: { item: Item; view: View }) => {
  const Line = useAddedLists().list(view)?.Line
  return Line && <Line item={item} />
}

/** The folder an item lies in, as a link. */
const Where = ({ item, texts }: { item: Item; texts: RowTexts }) => {
  const parent = item.relationships.parent?.data
  return (
    <a
      href={hrefOf({ view: 'files', id: parent?.id ?? null })}
      tabIndex={-1}
      data-act="link"
      className="block truncate text-muted hover:text-text hover:underline"
    >
      {parent?.attributes.name ?? texts.t('storage:page.files')}
    </a>
  )
}

/** Below the name, where there is no room for columns. */
export const SubLine = ({ item, view, texts }: { item: Item; view: View; texts: RowTexts }) => {
  const { deleted_at: deleted, created_at: created } = item.attributes
  const trashed = view === 'trash' && deleted
  if (isAdded(view))
    return (
      <span className="file-sub">
        <AddedLine item={item} view={view} />
      </span>
    )
  return (
    <span className="file-sub">
      {texts.amount(item)} · {trashed && `${texts.t('storage:list.deleted')} `}
      {texts.when(trashed || created).text}
    </span>
  )
}
