import type { Item } from '../../../tree/contract.ts'
import type { Favourite } from '../sidebar.store.ts'
import type { Look } from '../storage.api.ts'
import type { ActionKit, ActionsDeps } from './action-runner.ts'

/** Names, colours, emoji, favourites: what changes an item without moving it. */
export const createLook = ({ api, files, sidebar, t }: ActionsDeps, kit: ActionKit) => {
  const knownAs = (id: string): Item | undefined =>
    files
      .all()
      .map(({ listing, root }) => listing.find(id) ?? (root?.id === id ? root : undefined))
      .find((found) => found)
  const favouritesNow = (): Favourite[] => sidebar.state.favourites.map((favourite) => ({ ...favourite }))

  const actions = {
    /** A new name, colour or emoji, all at once; offers the way back. */
    customise(item: Item, look: Look): Promise<void> {
      const { name, color, emoji } = item.attributes
      const undo = () => actions.look(item, { name, color, emoji: emoji && { char: emoji.char } })
      const text = t('storage:toast.look', { what: t('storage:toast.quoted', { name: look.name ?? name }) })
      return actions.look(item, look, kit.undo.offer({ text, ids: new Set([item.id]), undo }))
    },

    /** Renames, recolours or gives an emoji. `withdraw` takes back what was offered about it, should it be refused. */
    async look(item: Item, look: Look, withdraw?: () => void): Promise<void> {
      const emoji = look.emoji === undefined ? item.attributes.emoji : look.emoji
      kit.update({ ...item, attributes: { ...item.attributes, ...look, emoji } })
      try {
        kit.update(await kit.order.run(new Set([item.id]), () => api.rename(item.id, item.type, look)))
      } catch (error) {
        withdraw?.()
        kit.update(item)
        kit.refuse(error, () => void actions.look(item, look))
      }
    },

    /** Makes folders favourites, or no longer; files are passed over. */
    async favour(items: readonly Item[], on: boolean): Promise<void> {
      const folders = items.filter(({ type }) => type === 'folder')
      if (folders.length === 0) return
      const before = favouritesNow()
      const ids = new Set(folders.map(({ id }) => id))
      const mark = (favourite: boolean) => {
        for (const item of folders) {
          const known = knownAs(item.id) ?? item
          kit.update({ ...known, relationships: { ...known.relationships, favourites: { favourite } } })
        }
      }
      const others = before.filter(({ id }) => !ids.has(id))
      const added = folders.map(({ id, attributes: { name, color, emoji } }) => ({ id, name, color, emoji }))
      sidebar.setFavourites(on ? [...others, ...added] : others)
      mark(on)
      try {
        await kit.order.run(ids, async () => {
          if (on) await api.addFavourites([...ids])
          else for (const id of ids) await api.removeFavourite(id)
        })
      } catch (error) {
        sidebar.setFavourites(before)
        mark(!on)
        kit.refuse(error, () => void actions.favour(items, on))
      }
    },

    /** Moves a favourite to a place among the others, 0 the first. */
    async arrange(id: string, to: number): Promise<void> {
      const before = favouritesNow()
      const moved = before.find((favourite) => favourite.id === id)
      const others = before.filter((favourite) => favourite.id !== id)
      if (!moved || before.indexOf(moved) === to || to < 0 || to >= before.length) return
      const after = others.toSpliced(to, 0, moved)
      sidebar.setFavourites(after)
      const ids = after.map((favourite) => favourite.id)
      await kit.order
        .run(new Set(ids), () => api.orderFavourites(ids))
        .catch((error: unknown) => {
          sidebar.setFavourites(before)
          kit.refuse(error, () => void actions.arrange(id, to))
        })
    },

    /** Takes a folder out of the favourites by its id alone (the sidebar knows no more). */
    async unfavour(id: string): Promise<void> {
      const known = knownAs(id)
      if (known) return actions.favour([known], false)
      const before = favouritesNow()
      sidebar.setFavourites(before.filter((favourite) => favourite.id !== id))
      const remove = kit.order.run(new Set([id]), () => api.removeFavourite(id))
      await remove.catch((error: unknown) => {
        sidebar.setFavourites(before)
        kit.refuse(error, () => void actions.unfavour(id))
      })
    },
  }
  return actions
}
