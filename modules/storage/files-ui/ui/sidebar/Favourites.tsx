import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../../../../web/ui.ts'
import type { Favourite } from '../../client/sidebar.store.ts'
import { useFiles } from '../context.ts'
import { FavouriteLine } from './FavouriteLine.tsx'

/** Folders at hand, in their person's order; a folder dropped here becomes one. */
export const Favourites = () => {
  const { sidebar, actions } = useFiles()
  const t = useT()
  const favourites = useSnapshot(sidebar.state).favourites as readonly Favourite[]
  const [carried, setCarried] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const place = (id: string) => favourites.findIndex((favourite) => favourite.id === id)
  const move = (id: string, to: number) => {
    const name = favourites[place(id)]?.name
    if (to < 0 || to >= favourites.length || to === place(id)) return
    setTold(t('storage:sidebar.moved', { name, place: to + 1, count: favourites.length }))
    void actions.arrange(id, to)
  }
  return (
    <div data-drop-favourites data-drop-name={t('storage:sidebar.favourites')} className="rounded-sm">
      {favourites.length === 0 && (
        <p className="px-2 py-1 text-13 text-pretty text-muted">{t('storage:sidebar.noFavourites')}</p>
      )}
      <ul>
        {favourites.map((favourite, index) => (
          <FavouriteLine
            key={favourite.id}
            favourite={favourite}
            index={index}
            last={index === favourites.length - 1}
            carried={carried === favourite.id}
            onCarry={setCarried}
            onOver={carried === null ? undefined : () => move(carried, index)}
            onMove={(to) => move(favourite.id, to)}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  )
}
