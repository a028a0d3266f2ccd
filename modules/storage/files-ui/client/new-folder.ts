import { isOutcomeUnknown } from '../../../shared/contract.ts'
import { createFolderOnce, type Item } from '../../tree/contract.ts'
import { randomUuid } from '../../tree/ui.ts'
import type { ChangesDeps } from './actions/deps.ts'
import type { createEdit } from './actions/edit.ts'
import { removeLoadedRows } from './folder-view.ts'
import type { ItemChanges } from './item-calls.ts'

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

/** Creates folders that appear at once at the top of the listing, under a client-side id until the server responds. */
export const createFolderCreator = (
  { api, files, sidebar, pending: { pending } }: Pick<ChangesDeps, 'api' | 'files' | 'sidebar' | 'pending'>,
  actions: Pick<ReturnType<typeof createEdit>, 'rename' | 'customize' | 'update' | 'announceNumber'>,
) => ({
  /** Rejects with the API error after the row has been removed. */
  async createFolder(name: string, changes: ItemChanges = {}): Promise<Item> {
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
      const colored = changes.color ? { color: changes.color } : {}
      const body = { name, parent_id: parent, ...colored, ...(changes.emoji ? { emoji: changes.emoji } : {}) }
      const item = await createFolderOnce(body, api.createFolder)
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
      removeLoadedRows(folderView, new Set([optimistic.id]))
      resolve(null)
      // The folder may exist.
      if (isOutcomeUnknown(error)) await files.refreshQuietly(folderView)
      throw error
    }
  },
  /** Changes name, color or emoji of any item. Waits for a folder that is being created. */
  async change(item: Item, changes: ItemChanges): Promise<void> {
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
})
