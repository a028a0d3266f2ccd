import { isOutcomeUnknown } from '../../../shared/contract.ts'
import type { Item } from '../../tree/contract.ts'
import { randomUuid } from '../../tree/ui.ts'
import type { Actions } from './actions.ts'
import type { FilesApi, ItemChanges } from './files.api.ts'
import type { FilesStore } from './files.store.ts'
import { removeRows } from './folder-view.ts'
import type { Target } from './selection-target.ts'
import type { SidebarStore } from './sidebar.store.ts'

const optimisticFolder = (name: string, parent: string | null, changes: ItemChanges): Item => {
  const now = new Date().toISOString()
  return {
    id: randomUuid(),
    type: 'folder',
    attributes: {
      name,
      color: changes.color ?? null,
      emoji: changes.emoji ?? null,
      parent_id: parent,
      items: 0,
      size: 0,
      kind: 'folder',
      mimetype: null,
      extension: null,
      file_url: null,
      thumbnail: null,
      thumbnail_pending: false,
      etag: null,
      created_at: now,
      updated_at: now,
      modified_at: null,
      deleted_at: null,
    },
    relationships: {},
  }
}

/**
 * Creates folders that appear at once at the top of the listing, under a client-side id until the server responds.
 * Later actions on them wait for that response.
 */
export const createFolderCreator = (deps: {
  api: FilesApi
  files: FilesStore
  sidebar: SidebarStore
  actions: Actions
}) => {
  const { api, files, sidebar, actions } = deps
  /**
   * Keyed by client-side id and never removed, because a menu or dialog may still hold that id. Resolves to null after
   * an error.
   */
  const pending = new Map<string, Promise<Item | null>>()
  const isPending = (id: string) => pending.has(id)

  return {
    /** Rejects with the API error after the row has been removed. */
    async create(name: string, changes: ItemChanges = {}): Promise<Item> {
      const folderView = files.current()
      const parent = folderView.location.id
      const optimistic = optimisticFolder(name, parent, changes)
      const { promise, resolve } = Promise.withResolvers<Item | null>()
      pending.set(optimistic.id, promise)
      folderView.selection.clear()
      folderView.listing.insertOptimistic(optimistic)
      folderView.selection.only(0)
      files.state.renaming = optimistic.id
      try {
        const item = await api.createFolder({
          name,
          parent_id: parent,
          ...(changes.color ? { color: changes.color } : {}),
          ...(changes.emoji ? { emoji: changes.emoji } : {}),
        })
        // A name typed meanwhile wins over the name that the server assigned.
        const shown = folderView.listing.find(optimistic.id)?.attributes.name ?? name
        const current = shown === name ? item.attributes.name : shown
        folderView.listing.replaceId(optimistic.id, { ...item, attributes: { ...item.attributes, name: current } })
        if (files.state.renaming === optimistic.id) files.state.renaming = item.id
        if (folderView.selection.has(folderView.listing.indexOf(item.id)) === false)
          folderView.selection.replaceId(optimistic.id, item.id)
        sidebar.reload()
        resolve(item)
        return item
      } catch (error) {
        if (files.state.renaming === optimistic.id) files.state.renaming = null
        removeRows(folderView, new Set([optimistic.id]))
        resolve(null)
        // The folder may exist.
        if (isOutcomeUnknown(error)) await files.refreshQuietly(folderView)
        throw error
      }
    },
    /** Changes name, color or emoji of any item. Waits for a folder that is being created. */
    async update(item: Item, changes: ItemChanges): Promise<void> {
      const creation = pending.get(item.id)
      const { name } = changes
      if (!creation) {
        const { name: only, ...others } = changes
        const renameOnly = only !== undefined && Object.keys(others).length === 0
        return renameOnly ? actions.rename(item, only) : actions.customize(item, changes)
      }
      for (const { listing } of name === undefined ? [] : files.all()) {
        const row = listing.find(item.id)
        if (row && name !== undefined) listing.edit({ ...row, attributes: { ...row.attributes, name } })
      }
      const done = creation.then(async (created) => {
        const updated = created && (await actions.update(created, changes))
        if (updated && name !== undefined) actions.announceNumber(name, updated)
        return created
      })
      // Later actions wait for the new name to reach the server.
      pending.set(item.id, done)
      await done
    },
    /** Whether the server has not confirmed this folder yet. */
    isPending,
    /** The item as the server knows it; null when its creation failed. Synchronous for confirmed items. */
    resolved: (item: Item): Item | Promise<Item | null> => pending.get(item.id) ?? item,
    /**
     * Resolves the items of a target. Leaves out folders whose creation failed and rows that were removed meanwhile.
     */
    async resolvedTarget(target: Target): Promise<Target> {
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

export type FolderCreator = ReturnType<typeof createFolderCreator>
