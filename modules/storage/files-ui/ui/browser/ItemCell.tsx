import type { Item } from '../../../tree/contract.ts'
import { changedAt, hrefOf, iconKindOf, isExtensionSection, type Section } from '../../../tree/ui.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { type Column, type ExtensionColumn, isExtensionColumn } from './columns.ts'
import type { EntryProps } from './row-props.ts'
import type { RowTexts } from './row-texts.ts'

/** A relative time. The tooltip of a time is the exact one: `TooltipHost` formats it when it is shown. */
const RowTime = ({ iso, texts }: { iso: string; texts: RowTexts }) => (
  <time dateTime={iso} data-tip="">
    {texts.when(iso)}
  </time>
)

interface CellProps {
  item: Item
  column: Column
  texts: RowTexts
}

/** A cell of a row. */
export const ItemCell = ({ item, column, texts }: CellProps) => (
  <div
    role="gridcell"
    className={column === 'size' ? 'file-cell text-end' : 'file-cell'}
    title={column === 'size' && item.type === 'folder' ? texts.amount(item) : undefined}
  >
    {contentOf(item, column, texts)}
  </div>
)

const contentOf = (item: Item, column: Column, texts: RowTexts) => {
  if (isExtensionColumn(column)) return <ExtensionCell item={item} column={column} />
  if (column === 'size') return texts.size(item)
  if (column === 'kind') return texts.t(`storage:list.kind.${iconKindOf(item)}`)
  if (column === 'owner') return item.attributes.owner ?? texts.t('storage:list.you')
  if (column === 'where') return <Where item={item} texts={texts} />
  const iso = column === 'updated_at' ? changedAt(item) : item.attributes[column]
  return iso && <RowTime iso={iso} texts={texts} />
}

const ExtensionCell = ({ item, column }: { item: Item; column: ExtensionColumn }) => {
  const Content = useExtensionLists().column(column)?.Cell
  return Content && <Content item={item} />
}

const ExtensionSubtitle = ({ item, section }: { item: Item; section: Section }) => {
  const Content = useExtensionLists().list(section)?.Subtitle
  return Content && <Content item={item} />
}

const folderName = ({ relationships: { parent } }: Item, texts: RowTexts): string =>
  parent?.data.attributes.name ?? texts.t('storage:page.files')

/** Link to the folder that contains the item. That of a trashed one may be in the trash, too. */
const Where = ({ item, texts }: { item: Item; texts: RowTexts }) => {
  const parent = item.relationships.parent?.data
  if (item.attributes.deleted_at) return <span className="block truncate text-muted">{folderName(item, texts)}</span>
  return (
    <a
      href={hrefOf({ section: 'files', id: parent?.id ?? null })}
      tabIndex={-1}
      data-act="link"
      className="block truncate text-muted hover:text-text hover:underline"
    >
      {folderName(item, texts)}
    </a>
  )
}

/** Second line below the name, where columns have no room. */
export const ItemSubtitle = ({ item, section, ofFolder, texts }: EntryProps) => {
  const { deleted_at: deleted, created_at: created } = item.attributes
  const trashed = section === 'trash' && deleted
  if (isExtensionSection(section))
    return (
      <span className="file-sub">
        <ExtensionSubtitle item={item} section={section} />
      </span>
    )
  const when = `${trashed ? `${texts.t('storage:list.deleted')} ` : ''}${texts.when(trashed || created)}`
  // Lists of several folders name the folder of each item.
  const where = ofFolder ? '' : ` · ${folderName(item, texts)}`
  // One text: React separates adjacent ones by comments.
  return <span className="file-sub">{`${texts.amount(item)} · ${when}${where}`}</span>
}
