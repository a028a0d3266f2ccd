import { memo } from 'react'
import { TileThumbnail } from '../../../previews/ui.ts'
import { isFavorite } from '../../../tree/ui.ts'
import { ExtensionBadges } from '../extensions/ExtensionBadges.tsx'
import { ItemSubtitle } from './ItemCell.tsx'
import { CreatorBadge, FavoriteStar, MenuButton, NameLink, SelectCheckbox } from './ItemRowView.tsx'
import { LazyNameEditor } from './lazy-parts.ts'
import { type EntryProps, entryState } from './row-props.ts'
import { TileName } from './TileName.tsx'

export interface TileProps extends EntryProps {
  /** With grouping by day: its name on the first tile of a day, else ''. */
  day: string
}

/** A tile of the grid. Event handlers are on the grid. */
export const ItemTile = memo((props: TileProps) => {
  const { item, texts, section, day, selected, current, multi, renaming, onRenamed } = props
  const { t } = texts
  const { name } = item.attributes
  return (
    <div role="gridcell" {...entryState(props, 'file-tile')}>
      {day && <span className="file-tile-day">{day}</span>}
      <div className="min-h-0 grow overflow-hidden bg-n2 dark:bg-page">
        <TileThumbnail item={item} />
      </div>
      <div className="flex h-19 shrink-0 flex-col justify-center gap-0.5 border-t border-line px-3 py-1.5">
        {renaming ? (
          <LazyNameEditor item={item} onDone={onRenamed} onNotLoaded={onRenamed} className="grow-0!" />
        ) : (
          <span className="flex items-start gap-1">
            <NameLink item={item} section={section} current={current} name={<TileName name={name} />} />
            {isFavorite(item) && <FavoriteStar label={t('storage:list.favorite')} />}
            <ExtensionBadges item={item} />
            <CreatorBadge item={item} texts={texts} />
          </span>
        )}
        {!renaming && <ItemSubtitle {...props} />}
      </div>
      <div className="file-check" data-shown={multi || undefined}>
        <SelectCheckbox selected={selected} label={t('storage:list.select', { name })} />
      </div>
      <div className="file-more">
        <MenuButton label={t('storage:list.actions', { name })} />
      </div>
    </div>
  )
})

export const LoadingTile = ({ index }: { index: number }) => (
  <div role="gridcell" data-index={index} aria-busy="true" className="file-tile animate-shimmer bg-n3!" />
)
