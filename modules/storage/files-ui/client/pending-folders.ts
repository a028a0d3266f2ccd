import type { Item } from '../../tree/contract.ts'
import type { ActionTarget } from './selection-target.ts'

/** Folders that are being created. Later actions on them wait for the response of the server. */
export const createPendingFolders = () => {
  /**
   * Keyed by client-side id and never removed, because a menu or dialog may still hold that id. Resolves to null after
   * an error.
   */
  const pending = new Map<string, Promise<Item | null>>()
  const isPending = (id: string) => pending.has(id)

  return {
    pending,
    /** Whether the server has not confirmed this folder yet. */
    isPending,
    /** The item as the server knows it; null when its creation failed. Synchronous for confirmed items. */
    resolved: (item: Item): Item | Promise<Item | null> => pending.get(item.id) ?? item,
    /**
     * Resolves the items of a target. Leaves out folders whose creation failed and rows that were removed meanwhile.
     */
    async resolvedTarget(target: ActionTarget): Promise<ActionTarget> {
      const { listing } = target.from
      if (target.kind === 'allExcept') {
        await Promise.all(listing.known().map(({ item }) => pending.get(item.id)))
        const except = await Promise.all([...target.except].map(async (id) => (await pending.get(id))?.id ?? id))
        return { ...target, except: new Set(except), until: listing.until() }
      }
      if (!target.items.some(({ id }) => isPending(id))) return target
      const items = await Promise.all(
        target.items.map(async (item) => {
          const created = await pending.get(item.id)
          return isPending(item.id) ? created && listing.find(created.id) : item
        }),
      )
      return { ...target, items: items.filter((item) => !!item) }
    },
  }
}

export type PendingFolders = ReturnType<typeof createPendingFolders>
