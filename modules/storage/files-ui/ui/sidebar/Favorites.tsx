import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useListFocus, useT } from '../../../../web/ui.ts'
import type { Favorite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { FavoriteItem } from './FavoriteItem.tsx'

/** Favorite folders in the user's order. A folder dropped here becomes one. */
export const Favorites = () => {
  const { sidebar, actions } = useFiles()
  const t = useT()
  const favorites = useSnapshot(sidebar.state).favorites as readonly Favorite[]
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const keepFocus = useListFocus(list, 'li')
  const [announcement, setAnnouncement] = useState('')
  const indexOf = (id: string) => favorites.findIndex((favorite) => favorite.id === id)
  const move = (id: string, to: number) => {
    const name = favorites[indexOf(id)]?.name
    if (to < 0 || to >= favorites.length || to === indexOf(id)) return
    setAnnouncement(t('storage:sidebar.moved', { name, place: to + 1, count: favorites.length }))
    void actions.reorderFavorites(id, to)
  }
  return (
    <div data-drop-favorites data-drop-name={t('storage:sidebar.favorites')} className="rounded-sm">
      {favorites.length === 0 && (
        <p className="px-2 py-1 text-13 text-pretty text-muted">
          <span className="pointer-coarse:hidden">{t('storage:sidebar.noFavorites')}</span>
          <span className="hidden pointer-coarse:inline">{t('storage:sidebar.noFavoritesTouch')}</span>
        </p>
      )}
      <ul ref={list} {...keepFocus}>
        {favorites.map((favorite, index) => (
          <FavoriteItem
            key={favorite.id}
            favorite={favorite}
            index={index}
            last={index === favorites.length - 1}
            dragged={draggedId === favorite.id}
            onCarry={setDraggedId}
            onOver={draggedId === null ? undefined : () => move(draggedId, index)}
            onMove={(to) => move(favorite.id, to)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
