import { X } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { FileIcon, Icon, useT } from '../../../web/ui.ts'
import { hrefOf } from '../../client/place.ts'
import type { Favourite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { useListing } from '../useOpened.ts'
import { navLine } from './nav-line.ts'

/** Folders at hand; a folder dropped here becomes one. */
export const Favourites = () => {
  const { sidebar, actions } = useFiles()
  const t = useT()
  const { opened } = useListing()
  const favourites = useSnapshot(sidebar.state).favourites as readonly Favourite[]
  return (
    <div data-drop-favourites data-drop-name={t('storage:sidebar.favourites')} className="rounded-sm">
      {favourites.length === 0 && (
        <p className="px-2 py-1 text-13 text-pretty text-muted">{t('storage:sidebar.noFavourites')}</p>
      )}
      <ul>
        {favourites.map(({ id, name, color, emoji }) => (
          <li key={id} className="group relative">
            <a
              href={hrefOf({ view: 'files', id })}
              aria-current={opened.place.view === 'files' && opened.place.id === id ? 'page' : undefined}
              data-drop={id}
              data-drop-name={name}
              draggable={false}
              className={`${navLine} pe-8`}
            >
              <FileIcon kind="folder" color={color} emoji={emoji?.char} size={18} />
              <span className="truncate">{name}</span>
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
        ))}
      </ul>
    </div>
  )
}
