import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { mayBeFavorite } from '../abilities.ts'
import type { Favorite } from '../sidebar.store.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import { createWaitingFavorites, type FavoriteTarget } from './waiting-favorites.ts'

/** The favorites in the order of these ids; others, which were added meanwhile, stay behind. */
const sortedBy = (ids: readonly string[], favorites: readonly Favorite[]): Favorite[] => {
  const places = new Map(ids.map((id, index) => [id, index]))
  const placeIn = ({ id }: Favorite) => places.get(id) ?? ids.length
  return favorites.toSorted((one, other) => placeIn(one) - placeIn(other))
}

/** Changes of the favorites. An error shows again what is stored, unless a later change is on its way. */
export const createFavorites = ({ api, sidebar }: ChangesDeps, runner: ActionRunner) => {
  /** The order as it is stored while changes of it are on their way. */
  let order: { ids: readonly string[]; waiting: number } | null = null
  const favoritesNow = (): Favorite[] => sidebar.state.favorites.map((favorite) => ({ ...favorite }))
  const waiting = createWaitingFavorites(sidebar, runner)

  /** 404 is success: the favorite was removed elsewhere. */
  const drop = (id: string): Promise<void> =>
    api.removeFavorite(id).catch((error: unknown) => {
      if (apiErrorOf(error).status !== 404) throw error
    })
  const change = async (targets: readonly FavoriteTarget[], on: boolean): Promise<void> => {
    if (targets.length === 0) return
    const ids = new Set(targets.map(({ id }) => id))
    const remaining = new Set(ids)
    const done = (id: string) => {
      remaining.delete(id)
      waiting.succeeded(id, on)
    }
    waiting.begin(targets, on)
    try {
      await runner.queue.run(ids, async () => {
        if (on) await api.addFavorites([...ids])
        for (const id of ids) {
          if (!on) await drop(id)
          done(id)
        }
      })
    } catch (error) {
      const rest = targets.filter(({ id }) => remaining.has(id))
      waiting.failed(rest)
      runner.showError(error, () => void change(rest, on))
      sidebar.reloadFavorites()
      await runner.readIfUnknown(error)
    }
  }

  /** Ends a change of the order; whether it was the last one on its way. */
  const endOrder = (): boolean => {
    if (order) order.waiting -= 1
    if (order?.waiting === 0) order = null
    return order === null
  }

  const actions = {
    /** Adds own folders to the favorites or removes them; ignores other items. */
    setFavorite: (items: readonly Item[], on: boolean): Promise<void> =>
      change(
        items.filter(mayBeFavorite).map((item) => ({ id: item.id, item })),
        on,
      ),

    /** Removes a folder from the favorites by id, for the sidebar, which has no item. */
    removeFavorite: (id: string): Promise<void> => change([{ id }], false),

    /** Moves a favorite to an index among the others, 0 is the first. */
    async reorderFavorites(id: string, to: number): Promise<void> {
      const before = favoritesNow()
      const moved = before.find((favorite) => favorite.id === id)
      const index = before.findIndex((favorite) => favorite.id === id)
      if (!moved || index === to || to < 0 || to >= before.length) return
      const after = before.toSpliced(index, 1).toSpliced(to, 0, moved)
      const changing = order ?? { ids: before.map((favorite) => favorite.id), waiting: 0 }
      order = changing
      changing.waiting += 1
      sidebar.setFavorites(after)
      const ids = after.map((favorite) => favorite.id)
      try {
        await runner.queue.run(new Set(ids), () => api.orderFavorites(ids))
        changing.ids = ids
        endOrder()
      } catch (error) {
        if (endOrder()) sidebar.setFavorites(sortedBy(changing.ids, favoritesNow()))
        sidebar.reloadFavorites()
        runner.showError(error, () => void actions.reorderFavorites(id, to))
      }
    },
  }
  return actions
}
