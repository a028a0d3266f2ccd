import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import { renameText } from '../../../operations/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf, isFavorite } from '../../../tree/ui.ts'
import { mayBeFavorite } from '../abilities.ts'
import type { ItemChanges } from '../item-calls.ts'
import { type Favorite, favoriteOf } from '../sidebar.store.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'
import { createWaitingChanges, replacedBy, withChanges } from './item-changes.ts'

/** Changes of an item in place: name, color, emoji, favorite. */
export const createEdit = ({ api, files, sidebar, t }: ChangesDeps, runner: ActionRunner) => {
  /** The item as the open view shows it; other views may be stale. */
  const shownItem = (id: string): Item | undefined =>
    [files.current(), ...files.all()]
      .map(({ listing, root }) => listing.find(id) ?? (root?.id === id ? root : undefined))
      .find((found) => found)
  const waiting = createWaitingChanges()
  const favoritesNow = (): Favorite[] => sidebar.state.favorites.map((favorite) => ({ ...favorite }))

  /** Reads the open view again when the change may have been made and only its response was lost. */
  const readIfUnknown = async (error: unknown): Promise<void> => {
    if (isOutcomeUnknown(error)) await files.refreshQuietly()
  }

  /** 404 is success: the favorite was removed elsewhere. */
  const dropFavorite = (id: string): Promise<void> =>
    api.removeFavorite(id).catch((error: unknown) => {
      if (apiErrorOf(error).status !== 404) throw error
    })

  const actions = {
    /** Changes name, color and emoji in one call and offers undo. */
    async customize(item: Item, update: ItemChanges): Promise<void> {
      const { name } = item.attributes
      const undo = async () => (await actions.update(shownItem(item.id) ?? item, replacedBy(item, update))) !== null
      const text = t('storage:toast.updated', { what: t('storage:toast.quoted', { name: update.name ?? name }) })
      const updated = await actions.update(item, update, runner.undo.offer({ text, ids: new Set([item.id]), undo }))
      if (updated && update.name !== undefined) actions.announceNumber(update.name, updated)
    },

    /** Renames with an undo offer, and tells a changed type and a number that the server gave to a taken name. */
    async rename(item: Item, name: string): Promise<void> {
      const from = item.attributes.name
      const undo = async () => (await actions.update(shownItem(item.id) ?? item, { name: from })) !== null
      const offer = (text: string) => runner.undo.offer({ text, ids: new Set([item.id]), undo })
      const withdraw = offer(renameText(item.type, from, name, t))
      const renamed = await actions.update(item, { name }, withdraw)
      if (!renamed || renamed.attributes.name === name) return
      withdraw()
      offer(t('storage:toast.numbered', { wanted: name, name: renamed.attributes.name }))
    },

    /** Tells that a name was taken and got a number. */
    announceNumber(wanted: string, { attributes: { name } }: Item): void {
      if (name !== wanted) runner.notifySuccess(t('storage:toast.numbered', { wanted, name }))
    },

    /** Changes name, color or emoji. Null after an error. `withdrawOffer` removes the undo offer if the call fails. */
    async update(item: Item, update: ItemChanges, withdrawOffer?: () => void): Promise<Item | null> {
      const now = () => shownItem(item.id) ?? item
      const end = waiting.begin(now(), update)
      runner.replaceItem(withChanges(now(), update))
      try {
        const updated = await runner.queue.run(new Set([item.id]), () => api.rename(item.id, item.type, update))
        runner.replaceItem(end(updated))
        return updated
      } catch (error) {
        withdrawOffer?.()
        runner.replaceItem(withChanges(now(), replacedBy(end(), update)))
        runner.showError(error, () => void actions.update(item, update))
        await readIfUnknown(error)
        return null
      }
    },

    /** Adds own folders to the favorites or removes them; ignores other items. */
    async setFavorite(items: readonly Item[], on: boolean): Promise<void> {
      const folders = items.filter(mayBeFavorite)
      if (folders.length === 0) return
      const ids = new Set(folders.map(({ id }) => id))
      const remaining = new Set(ids)
      const changed = folders.filter((item) => isFavorite(shownItem(item.id) ?? item) !== on)
      const showFavorite = (favorite: boolean) => {
        for (const item of changed.filter(({ id }) => remaining.has(id))) {
          const shown = shownItem(item.id) ?? item
          runner.replaceItem({ ...shown, relationships: { favourites: { favourite: favorite } } })
        }
      }
      const present = new Set(sidebar.state.favorites.map(({ id }) => id))
      const added = on ? folders.filter(({ id }) => !present.has(id)) : []
      const removed = on ? [] : sidebar.removeFavorites(ids)
      if (added.length > 0) sidebar.setFavorites([...favoritesNow(), ...added.map(favoriteOf)])
      showFavorite(on)
      try {
        await runner.queue.run(ids, async () => {
          if (on) return api.addFavorites([...ids])
          for (const id of ids) {
            await dropFavorite(id)
            remaining.delete(id)
          }
        })
      } catch (error) {
        // Not the former list: others may have been added or removed meanwhile.
        sidebar.removeFavorites(new Set(added.map(({ id }) => id)))
        sidebar.restoreFavorites(removed.filter(({ favorite: { id } }) => remaining.has(id)))
        showFavorite(!on)
        const rest = folders.filter(({ id }) => remaining.has(id))
        runner.showError(error, () => void actions.setFavorite(rest, on))
        sidebar.reloadFavorites()
        await readIfUnknown(error)
      }
    },

    /** Moves a favorite to an index among the others, 0 is the first. */
    async reorderFavorites(id: string, to: number): Promise<void> {
      const before = favoritesNow()
      const moved = before.find((favorite) => favorite.id === id)
      const others = before.filter((favorite) => favorite.id !== id)
      const index = before.findIndex((favorite) => favorite.id === id)
      if (!moved || index === to || to < 0 || to >= before.length) return
      const after = others.toSpliced(to, 0, moved)
      sidebar.setFavorites(after)
      const ids = after.map((favorite) => favorite.id)
      await runner.queue
        .run(new Set(ids), () => api.orderFavorites(ids))
        .catch((error: unknown) => {
          const placed = sidebar.removeFavorites(new Set([id]))
          sidebar.restoreFavorites(placed.map(({ favorite }) => ({ index, favorite })))
          sidebar.reloadFavorites()
          runner.showError(error, () => void actions.reorderFavorites(id, to))
        })
    },

    /** Removes a folder from the favorites by id, for the sidebar, which has no item. */
    async removeFavorite(id: string): Promise<void> {
      const shown = shownItem(id)
      if (shown) return actions.setFavorite([shown], false)
      const removed = sidebar.removeFavorites(new Set([id]))
      const remove = runner.queue.run(new Set([id]), () => dropFavorite(id))
      await remove.catch((error: unknown) => {
        sidebar.restoreFavorites(removed)
        sidebar.reloadFavorites()
        runner.showError(error, () => void actions.removeFavorite(id))
      })
    },
  }
  return actions
}
