import { ArrowDown, ArrowUp, Ellipsis, StarOff, X } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { ContextMenu, cx, FileIcon, Icon, Menu, type MenuEntry, useMedia, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import type { Favorite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useListing.ts'
import { sidebarLink } from './SidebarGroup.tsx'

interface Props {
  favorite: Favorite
  index: number
  last: boolean
  /** Whether this favorite is being dragged. */
  dragged: boolean
  onCarry: (id: string | null) => void
  /** Called when another favorite is dropped here; undefined unless one is dragged. */
  onOver: (() => void) | undefined
  onMove: (to: number) => void
}

const buttonClass =
  'absolute end-1 top-1/2 grid size-6 -translate-y-1/2 place-items-center rounded-xs text-muted hover:bg-active hover:text-text pointer-coarse:size-11'

/** A favorite: link, drop target, and reorderable by drag, Alt and arrow keys, or menu. */
export const FavoriteItem = ({ favorite, index, last, dragged, onCarry, onOver, onMove }: Props) => {
  const { actions } = useFiles()
  const t = useT()
  const { folderView } = useListing()
  const { id, name, color, emoji } = favorite
  const isTouch = useMedia('(pointer: coarse)')

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    // Alt+ArrowUp would otherwise open the parent folder.
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
    // A drag between favorites must not reach the folder drop targets.
    event.preventDefault()
    event.stopPropagation()
    if (event.type === 'drop') onOver()
  }
  const items: MenuEntry[] = [
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
      label: t('storage:menu.unfavorite'),
      icon: StarOff,
      onSelect: () => void actions.removeFavorite(id),
    },
  ]
  return (
    <ContextMenu label={name} items={items}>
      <li
        className={cx('group relative rounded-sm', dragged && 'opacity-50')}
        onDragOver={take}
        onDrop={take}
        onDragEnd={() => onCarry(null)}
      >
        <a
          href={hrefOf({ section: 'files', id })}
          aria-current={folderView.location.section === 'files' && folderView.location.id === id ? 'page' : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          data-drop={id}
          data-drop-name={name}
          draggable
          onDragStart={begin}
          onKeyDown={onKeyDown}
          className={`${sidebarLink} pe-8 pointer-coarse:pe-12`}
        >
          <FileIcon kind="folder" color={color} emoji={emoji?.char} size={18} />
          <span className="bidi-plaintext truncate">{name}</span>
        </a>
        {isTouch ? (
          <Menu label={name} items={items} align="end">
            <button type="button" aria-label={t('storage:list.actions', { name })} className={buttonClass}>
              <Icon of={Ellipsis} size={16} />
            </button>
          </Menu>
        ) : (
          <button
            type="button"
            aria-label={t('storage:sidebar.unfavorite', { name })}
            data-tip={t('storage:menu.unfavorite')}
            onClick={() => void actions.removeFavorite(id)}
            className={cx(buttonClass, 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100')}
          >
            <Icon of={X} size={14} />
          </button>
        )}
      </li>
    </ContextMenu>
  )
}
