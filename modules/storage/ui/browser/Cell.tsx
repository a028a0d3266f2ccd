import { useT } from '../../../web/ui.ts'
import { hrefOf, type View } from '../../client/place.ts'
import type { Item } from '../../contract.ts'
import type { Column } from './columns.ts'
import { glyphOf } from './item.ts'
import { useAmount } from './Row.tsx'
import { Time } from './Time.tsx'

/** One value of a row. */
export const Cell = ({ item, column }: { item: Item; column: Column }) => (
  <div role="gridcell" className={column === 'size' ? 'file-cell text-end' : 'file-cell'}>
    <Value item={item} column={column} />
  </div>
)

const Value = ({ item, column }: { item: Item; column: Column }) => {
  const t = useT()
  const amount = useAmount()
  if (column === 'size') return amount(item)
  if (column === 'kind') return t(`storage:list.kind.${glyphOf(item)}`)
  if (column === 'where') return <Where item={item} />
  const iso = item.attributes[column]
  return iso && <Time iso={iso} />
}

/** The folder an item lies in, as a link. */
export const Where = ({ item }: { item: Item }) => {
  const t = useT()
  const parent = item.relationships.parent?.data
  const place = { view: 'files' as const, id: parent?.id ?? null }
  return (
    <a
      href={hrefOf(place)}
      tabIndex={-1}
      data-act="link"
      className="block truncate text-muted hover:text-text hover:underline"
    >
      {parent?.attributes.name ?? t('storage:page.files')}
    </a>
  )
}

/** Below the name, where there is no room for columns. */
export const SubLine = ({ item, view }: { item: Item; view: View }) => {
  const t = useT()
  const amount = useAmount()
  const { deleted_at: deleted, created_at: created } = item.attributes
  return (
    <span className="file-sub">
      {amount(item)} ·{' '}
      {view === 'trash' && deleted ? (
        <>
          {t('storage:list.deleted')} <Time iso={deleted} />
        </>
      ) : (
        <Time iso={created} />
      )}
    </span>
  )
}
