import type { Item } from '../contract.ts'
import type { Actions } from './actions.ts'
import type { FilesStore } from './files.store.ts'
import type { SidebarStore } from './sidebar.store.ts'
import type { Look, StorageApi } from './storage.api.ts'

const provisional = (name: string, parent: string | null, look: Look): Item => {
  const now = new Date().toISOString()
  return {
    id: crypto.randomUUID(),
    type: 'folder',
    attributes: {
      name,
      color: look.color ?? null,
      emoji: look.emoji ?? null,
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
 * Makes folders that are there at once, at the top of the listing. Its id is ours until the server's answer; a name given
 * in between is kept and sent then.
 */
export const createFolderMaker = (deps: {
  api: StorageApi
  files: FilesStore
  sidebar: SidebarStore
  actions: Actions
}) => {
  const { api, files, sidebar, actions } = deps
  const waiting = new Map<string, Promise<Item>>()

  return {
    /** Rejects with the refusal, after the row has gone again. */
    async make(name: string, look: Look = {}): Promise<Item> {
      const opened = files.current()
      const parent = opened.place.id
      const draft = provisional(name, parent, look)
      opened.selection.clear()
      opened.listing.insertDraft(draft)
      opened.selection.only(0)
      const request = api.createFolder({
        name,
        parent_id: parent,
        ...(look.color ? { color: look.color } : {}),
        ...(look.emoji ? { emoji: look.emoji } : {}),
      })
      waiting.set(draft.id, request)
      files.state.renaming = draft.id
      try {
        const item = await request
        const typed = opened.listing.find(draft.id)?.attributes.name ?? item.attributes.name
        opened.listing.swap(draft.id, { ...item, attributes: { ...item.attributes, name: typed } })
        if (files.state.renaming === draft.id) files.state.renaming = item.id
        if (opened.selection.has(opened.listing.indexOf(item.id)) === false) opened.selection.rename(draft.id, item.id)
        sidebar.reload()
        return item
      } catch (error) {
        if (files.state.renaming === draft.id) files.state.renaming = null
        opened.listing.remove(new Set([draft.id]))
        opened.selection.retain((id) => id !== draft.id)
        throw error
      } finally {
        waiting.delete(draft.id)
      }
    },
    /** A name for any item; for a provisional one it waits until that exists. */
    async rename(item: Item, name: string): Promise<void> {
      const request = waiting.get(item.id)
      if (!request) return actions.look(item, { name })
      for (const { listing } of files.all()) {
        const known = listing.find(item.id)
        if (known) listing.replace({ ...known, attributes: { ...known.attributes, name } })
      }
      const made = await request.catch(() => null)
      if (made) await actions.look(made, { name })
    },
  }
}

export type FolderMaker = ReturnType<typeof createFolderMaker>
