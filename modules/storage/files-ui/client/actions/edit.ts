import type { Item } from '../../../tree/contract.ts'
import type { Favourite } from '../sidebar.store.ts'
import type { ItemChanges } from '../storage.api.ts'
import type { ActionRunner, ActionsDeps } from './action-runner.ts'

/** Changes of an item in place: name, color, emoji, favorite. */
export const createEdit = ({ api, files, sidebar, t }: ActionsDeps, runner: ActionRunner) => {
  const knownAs = (id: string): Item | undefined =>
    files
      .all()
      .map(({ listing, root }) => listing.find(id) ?? (root?.id === id ? root : undefined))
      .find((found) => found)
  const favouritesNow = (): Favourite[] => sidebar.state.favourites.map((favourite) => ({ ...favourite }))

  const actions = {
    /** Changes name, color and emoji in one call and offers undo. */
    customise(item: Item, update: ItemChanges): Promise<void> {
      const { name, color, emoji } = item.attributes
      const undo = () => actions.update(item, { name, color, emoji: emoji && { char: emoji.char } })
      const text = t('storage:toast.look', { what: t('storage:toast.quoted', { name: update.name ?? name }) })
      return actions.update(item, update, runner.undo.offer({ text, ids: new Set([item.id]), undo }))
    },

    /** Changes name, color or emoji. `withdrawOffer` removes the undo offer if the call fails. */
    async update(item: Item, update: ItemChanges, withdrawOffer?: () => void): Promise<void> {
      const emoji = update.emoji === undefined ? item.attributes.emoji : update.emoji
      runner.replaceItem({ ...item, attributes: { ...item.attributes, ...update, emoji } })
      try {
        runner.replaceItem(await runner.queue.run(new Set([item.id]), () => api.rename(item.id, item.type, update)))
      } catch (error) {
        withdrawOffer?.()
        runner.replaceItem(item)
        runner.showError(error, () => void actions.update(item, update))
      }
    },

    /** Adds folders to the favorites or removes them; ignores files. */
    async setFavourite(items: readonly Item[], on: boolean): Promise<void> {
      const folders = items.filter(({ type }) => type === 'folder')
      if (folders.length === 0) return
      const before = favouritesNow()
      const ids = new Set(folders.map(({ id }) => id))
      const showFavourite = (favourite: boolean) => {
        for (const item of folders) {
          const known = knownAs(item.id) ?? item
          runner.replaceItem({ ...known, relationships: { ...known.relationships, favourites: { favourite } } })
        }
      }
      const others = before.filter(({ id }) => !ids.has(id))
      const added = folders.map(({ id, attributes: { name, color, emoji } }) => ({ id, name, color, emoji }))
      sidebar.setFavourites(on ? [...others, ...added] : others)
      showFavourite(on)
      try {
        await runner.queue.run(ids, async () => {
          if (on) await api.addFavourites([...ids])
          else for (const id of ids) await api.removeFavourite(id)
        })
      } catch (error) {
        sidebar.setFavourites(before)
        showFavourite(!on)
        runner.showError(error, () => void actions.setFavourite(items, on))
      }
    },

    /** Moves a favorite to an index among the others, 0 is the first. */
    async reorderFavourites(id: string, to: number): Promise<void> {
      const before = favouritesNow()
      const moved = before.find((favourite) => favourite.id === id)
      const others = before.filter((favourite) => favourite.id !== id)
      if (!moved || before.indexOf(moved) === to || to < 0 || to >= before.length) return
      const after = others.toSpliced(to, 0, moved)
      sidebar.setFavourites(after)
      const ids = after.map((favourite) => favourite.id)
      await runner.queue
        .run(new Set(ids), () => api.orderFavourites(ids))
        .catch((error: unknown) => {
          sidebar.setFavourites(before)
          runner.showError(error, () => void actions.reorderFavourites(id, to))
        })
    },

    /** Removes a folder from the favorites by id, for the sidebar, which has no item. */
    async removeFavourite(id: string): Promise<void> {
      const known = knownAs(id)
      if (known) return actions.setFavourite([known], false)
      const before = favouritesNow()
      sidebar.setFavourites(before.filter((favourite) => favourite.id !== id))
      const remove = runner.queue.run(new Set([id]), () => api.removeFavourite(id))
      await remove.catch((error: unknown) => {
        sidebar.setFavourites(before)
        runner.showError(error, () => void actions.removeFavourite(id))
      })
    },
  }
  return actions
}
