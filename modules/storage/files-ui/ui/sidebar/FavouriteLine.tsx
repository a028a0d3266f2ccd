import { ArrowDown, ArrowUp, StarOff, X } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { ContextMenu, cx, FileIcon, Icon, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import type { Favourite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useOpened.ts'
import { navLine } from './nav-line.ts'

interface Props {
  favourite: Favourite
  index: number
  last: boolean
  /** It is the one being dragged. */
  carried: boolean
  onCarry: (id: string | null) => void
  /** Another favourite is dropped on this one's place; undefined while none is dragged. */
  onOver: (() => void) | undefined
  onMove: (to: number) => void
}

/** One favourite: a link that takes drops, and is put elsewhere by dragging, by Alt and an arrow, or from its menu. */
export const FavouriteLine = ({ favourite, index, last, carried, onCarry, onOver, onMove }: Props) => {
  const { actions } = useFiles()
  const t = useT()
  const { opened } = useListing()
  const { id, name, color, emoji } = favourite

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    // Alt and up alone would leave the folder.
    event.stopPropagation()
    onMove(index + by)
  }
  const begin = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', name)
    onCarry(id)
  }
  const take = (event: DragEvent) => {
    if (!onOver) return
    // This drag is between favourites: the folders below are no goals of it.
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'drop') onOver()
  }
  return (
    <ContextMenu
      label={name}
      items={[
        {
          id: 'up',
          label: t('storage:sidebar.moveUp'),
          icon: ArrowUp,
          shortcut: 'alt+ArrowUp',
          disabled: index === 0,
          onSelect: () => onMove(index - 1),
        },
        {
          id: 'down',
          label: t('storage:sidebar.moveDown'),
          icon: ArrowDown,
          shortcut: 'alt+ArrowDown',
          disabled: last,
          onSelect: () => onMove(index + 1),
        },
        { separator: true },
        {
          id: 'remove',
          label: t('storage:menu.unfavourite'),
          icon: StarOff,
          onSelect: () => void actions.unfavour(id),
        },
      ]}
    >
      <li
        className={cx('group relative rounded-sm', carried && 'opacity-50')}
        onDragOver={take}
        onDrop={take}
        onDragEnd={() => onCarry(null)}
      >
        <a
          href={hrefOf({ view: 'files', id })}
          aria-current={opened.place.view === 'files' && opened.place.id === id ? 'page' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-drop={id}
          data-drop-name={name}
          draggable
          onDragStart={begin}
          onKeyDown={onKeyDown}
          className={`${navLine} pe-8`}
        >
          <FileIcon kind="folder" color={color} emoji={emoji?.char} size={18} />
          <span className="bidi-plaintext truncate">{name}</span>
        </a>
        <button
          type="button"
          aria-label={t('storage:sidebar.unfavourite', { name })}
          data-tip={t('storage:menu.unfavourite')}
          onClick={() => void actions.unfavour(id)}
          className="absolute end-1 top-1/2 grid size-6 -translate-y-1/2 place-items-center rounded-xs text-muted opacity-0 hover:bg-active hover:text-text focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
        >
          <Icon of={X} size={14} />
        </button>
      </li>
    </ContextMenu>
  )
}
