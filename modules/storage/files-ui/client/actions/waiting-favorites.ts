import type { Item } from '../../../tree/contract.ts'
import { isFavorite } from '../../../tree/ui.ts'
import { favoriteOf, type RemovedFavorite, type SidebarStore } from '../sidebar.store.ts'
import type { ActionRunner } from './action-runner.ts'

export interface FavoriteTarget {
  id: string
  /** Missing: the sidebar knows no more. */
  item?: Item
}

/** A folder as it is stored while changes of it are on their way: what is shown may be none of what is stored. */
interface StoredFavorite {
  isMarked: boolean
  /** Its place among the favorites; null: it is none. */
  place: RemovedFavorite | null
  /** The place that the last change has taken it from. */
  left: RemovedFavorite | null
  /** Number of changes whose calls have not ended. */
  waiting: number
}

/** Folders that are being made favorites or no favorites, which is shown at once, and what is stored of them. */
export const createWaitingFavorites = (sidebar: SidebarStore, runner: ActionRunner) => {
  const stored = new Map<string, StoredFavorite>()

  const placeOf = (id: string): RemovedFavorite | null => {
    const index = sidebar.state.favorites.findIndex((favorite) => favorite.id === id)
    const favorite = sidebar.state.favorites[index]
    return favorite ? { index, favorite: { ...favorite } } : null
  }
  const mark = ({ id, item }: FavoriteTarget, favourite: boolean) => {
    const shown = runner.shownItem(id) ?? item
    if (shown && isFavorite(shown) !== favourite)
      runner.replaceItem({ ...shown, relationships: { favourites: { favourite } } })
  }
  /** Ends a change of a folder. Calls about the same folder end in the order in which they begin. */
  const end = (id: string): StoredFavorite | undefined => {
    const one = stored.get(id)
    if (one) one.waiting -= 1
    if (one?.waiting === 0) stored.delete(id)
    return one
  }

  return {
    begin: (targets: readonly FavoriteTarget[], on: boolean): void => {
      for (const { id, item } of targets) {
        const place = placeOf(id)
        const shown = runner.shownItem(id) ?? item
        const isMarked = shown ? isFavorite(shown) : place !== null
        const one = stored.get(id) ?? { isMarked, place, left: null, waiting: 0 }
        stored.set(id, Object.assign(one, { left: place ?? one.left, waiting: one.waiting + 1 }))
      }
      const added = on ? targets.flatMap(({ id, item }) => (item && !placeOf(id) ? [favoriteOf(item)] : [])) : []
      const present = sidebar.state.favorites.map((favorite) => ({ ...favorite }))
      if (added.length > 0) sidebar.setFavorites([...present, ...added])
      if (!on) sidebar.removeFavorites(new Set(targets.map(({ id }) => id)))
      for (const target of targets) mark(target, on)
    },
    succeeded: (id: string, on: boolean): void => {
      const one = end(id)
      if (one) Object.assign(one, { isMarked: on, place: on ? (placeOf(id) ?? one.left) : null })
    },
    /** Shows again what is stored, unless a later change is on its way. */
    failed: (targets: readonly FavoriteTarget[]): void => {
      const ended = targets.map((target) => ({ target, one: end(target.id) })).filter(({ one }) => one?.waiting === 0)
      sidebar.removeFavorites(new Set(ended.map(({ target }) => target.id)))
      const places = ended.flatMap(({ one }) => one?.place ?? [])
      sidebar.restoreFavorites(places.sort((one, other) => one.index - other.index))
      for (const { target, one } of ended) mark(target, one?.isMarked ?? false)
    },
  }
}
