import { Star } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Avatar, cx, Icon, lazyComponent, VisuallyHidden } from '../../../../web/ui.ts'
import { RowThumbnail } from '../../../previews/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import type { Section } from '../../../tree/ui.ts'
import { isFavorite, itemHref } from '../../../tree/ui.ts'
import { ExtensionBadges } from '../extensions/ExtensionBadges.tsx'
import type { Column } from './columns.ts'
import { ItemCell, ItemSubtitle } from './ItemCell.tsx'
import { LazyNameEditor } from './lazy-parts.ts'
import { type EntryProps, entryState } from './row-props.ts'

export interface ItemRowProps extends EntryProps {
  columns: readonly Column[]
  /** With grouping by day: its name on the first row of a day, '' on the others. */
  day?: string
  /** Shows share, download, rename and favorite. */
  actions?: boolean
}

/** Loads with the first row under the pointer. */
const RowActions = lazyComponent(async () => (await import('./RowActions.tsx')).RowActions)

/** A row of the list. Event handlers are on the list. */
export const ItemRowView = memo((props: ItemRowProps) => {
  const { item, index, texts, section, columns, day, actions, selected, current, multi, renaming, onRenamed } = props
  const { t } = texts
  const { name } = item.attributes
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...entryState(props, day && index > 0 ? 'file-row starts-day' : 'file-row')}
    >
      <div role="gridcell" className="file-check" data-shown={multi || undefined}>
        <SelectCheckbox selected={selected} label={t('storage:list.select', { name })} />
      </div>
      <div role="gridcell" className="file-name">
        <RowThumbnail item={item} />
        {renaming ? (
          <LazyNameEditor item={item} onDone={onRenamed} onNotLoaded={onRenamed} />
        ) : (
          <span className="file-texts">
            <span>
              <NameLink item={item} section={section} current={current} />
              {isFavorite(item) && <FavoriteStar label={t('storage:list.favorite')} />}
              <ExtensionBadges item={item} />
              <CreatorBadge item={item} texts={texts} />
            </span>
            <ItemSubtitle {...props} />
          </span>
        )}
        {actions && <RowActions item={item} section={section} />}
      </div>
      {columns.map((column) => (
        <ItemCell key={column} item={item} column={column} texts={texts} />
      ))}
      {day !== undefined && (
        <div role="gridcell" className="file-day">
          {day}
        </div>
      )}
      <div role="gridcell" className="file-more">
        <MenuButton label={t('storage:list.actions', { name })} />
      </div>
    </div>
  )
})

/** Handler of checkboxes: without one React wants `readOnly`, which checkboxes do not have. */
const ignore = () => undefined

/** Checkbox of a row. The list handles its clicks. */
export const SelectCheckbox = ({ selected, label }: { selected: boolean; label: string }) => (
  <label data-act="select">
    <input type="checkbox" tabIndex={-1} checked={selected} onChange={ignore} aria-label={label} />
  </label>
)

export const MenuButton = ({ label }: { label: string }) => (
  <button type="button" tabIndex={-1} data-act="menu" aria-haspopup="menu" aria-label={label} />
)

export const FavoriteStar = ({ label }: { label: string }) => (
  <span className="shrink-0 text-warning-mark">
    <Icon of={Star} size={14} className="fill-warning" />
    <VisuallyHidden>{label}</VisuallyHidden>
  </span>
)

/** Picture of the person who added a file, where it was somebody else. */
export const CreatorBadge = ({ item, texts }: Pick<EntryProps, 'item' | 'texts'>) => {
  const creator = texts.creator(item)
  if (!creator) return null
  const { name, avatar, color } = creator.attributes
  const label = texts.t('web:kit.labelled', { label: texts.t('storage:detail.creator'), value: name })
  return (
    <span data-tip={label} className="flex shrink-0">
      <Avatar image={avatar} name={name} color={color} size={18} label={label} />
    </span>
  )
}

/** The name: a link to the folder or the content. Carries the focus of the row. `name`: as it is written, in tiles. */
export const NameLink = (props: {
  item: Item
  section: Section
  current: boolean
  className?: string
  name?: ReactNode
}) => {
  const { item, section, current, className, name = item.attributes.name } = props
  const href = itemHref(item, section)
  const linkClass = cx('file-link', className)
  const shared = { 'data-focus': '', tabIndex: current ? 0 : -1, className: linkClass, title: item.attributes.name }
  if (!href)
    return (
      <button type="button" {...shared}>
        {name}
      </button>
    )
  return (
    // data-vike: the list opens the link. Vike would follow clicks that select, and observe every row.
    <a
      {...shared}
      href={href}
      data-vike="false"
      draggable={false}
      // The name is in the URL and in the response.
      download={item.type === 'file' || undefined}
    >
      {name}
    </a>
  )
}
