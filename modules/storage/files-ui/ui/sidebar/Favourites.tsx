import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../../web/ui.ts'
import type { Favourite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { FavouriteItem } from './FavouriteItem.tsx'

/** Favorite folders in the user's order. A folder dropped here becomes one. */
export const Favourites = () => {
  const { sidebar, actions } = useFiles()
  const t = useT()
  const favourites = useSnapshot(sidebar.state).favourites as readonly Favourite[]
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const indexOf = (id: string) => favourites.findIndex((favourite) => favourite.id === id)
  const move = (id: string, to: number) => {
    const name = favourites[indexOf(id)]?.name
    if (to < 0 || to >= favourites.length || to === indexOf(id)) return
    setAnnouncement(t('storage:sidebar.moved', { name, place: to + 1, count: favourites.length }))
    void actions.reorderFavourites(id, to)
  }
  return (
    <div data-drop-favourites data-drop-name={t('storage:sidebar.favourites')} className="rounded-sm">
      {favourites.length === 0 && (
        <p className="px-2 py-1 text-13 text-pretty text-muted">{t('storage:sidebar.noFavourites')}</p>
      )}
      <ul>
        {favourites.map((favourite, index) => (
          <FavouriteItem
            key={favourite.id}
            favourite={favourite}
            index={index}
            last={index === favourites.length - 1}
            dragged={draggedId === favourite.id}
            onCarry={setDraggedId}
            onOver={draggedId === null ? undefined : () => move(draggedId, index)}
            onMove={(to) => move(favourite.id, to)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
