import { Ellipsis, Star } from 'lucide-react'
import { memo } from 'react'
import { cx, Icon, useT, VisuallyHidden } from '../../../web/ui.ts'
import { SubLine } from './Cell.tsx'
import { isFavourite } from './item.ts'
import { NameEditor } from './NameEditor.tsx'
import { NameLink, type RowProps } from './Row.tsx'
import { TileThumb } from './Thumb.tsx'

/** One tile of the grid. Its events are handled by the grid. */
export const Tile = memo((props: Omit<RowProps, 'columns'>) => {
  const { item, index, view, selected, current, multi, renaming, cut, draggable, onRenamed } = props
  const t = useT()
  const { name } = item.attributes
  return (
    <div
      role="gridcell"
      aria-selected={selected}
      data-index={index}
      data-drop={item.type === 'folder' && view !== 'trash' ? item.id : undefined}
      data-drop-name={name}
      draggable={draggable && !renaming}
      className={cx('file-tile', selected && 'is-selected', cut && 'is-cut')}
    >
      <div className="min-h-0 grow overflow-hidden bg-n2 dark:bg-page">
        <TileThumb item={item} />
      </div>
      <div className="flex h-19 shrink-0 flex-col justify-center gap-0.5 border-t border-line px-3 py-1.5">
        {renaming ? (
          <NameEditor item={item} onDone={onRenamed} className="grow-0!" />
        ) : (
          <span className="flex items-start gap-1">
            <NameLink item={item} view={view} current={current} />
            {isFavourite(item) && (
              <span className="mt-0.5 shrink-0 text-warning-mark">
                <Icon of={Star} size={14} className="fill-current" />
                <VisuallyHidden>{t('storage:list.favourite')}</VisuallyHidden>
              </span>
            )}
          </span>
        )}
        {!renaming && <SubLine item={item} view={view} />}
      </div>
      <div className="file-mark" data-shown={multi || undefined}>
        <label data-act="mark">
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            readOnly
            aria-label={t('storage:list.select', { name })}
          />
        </label>
      </div>
      <div className="file-more">
        <button
          type="button"
          tabIndex={-1}
          data-act="menu"
          aria-haspopup="menu"
          aria-label={t('storage:list.actions', { name })}
        >
          <Icon of={Ellipsis} size={18} />
        </button>
      </div>
    </div>
  )
})

export const WaitingTile = ({ index }: { index: number }) => (
  <div role="gridcell" data-index={index} aria-busy="true" className="file-tile animate-shimmer bg-n3!" />
)
