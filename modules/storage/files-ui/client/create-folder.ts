import type { Item } from '../../tree/contract.ts'
import type { Actions } from './actions.ts'
import type { FilesStore } from './files.store.ts'
import type { Target } from './selection-target.ts'
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
 * Makes folders that are there at once, at the top of the listing. Its id is ours until the server's answer; what is done
 * to it in between waits for that.
 */
export const createFolderMaker = (deps: {
  api: StorageApi
  files: FilesStore
  sidebar: SidebarStore
  actions: Actions
}) => {
  const { api, files, sidebar, actions } = deps
  /** By our id, kept: a menu or a popup may have been opened before the answer. Null: it was refused. */
  const asked = new Map<string, Promise<Item | null>>()
  const waits = (id: string) => asked.has(id)

  return {
    /** Rejects with the refusal, after the row has gone again. */
    async make(name: string, look: Look = {}): Promise<Item> {
      const opened = files.current()
      const parent = opened.place.id
      const draft = provisional(name, parent, look)
      const { promise, resolve } = Promise.withResolvers<Item | null>()
      asked.set(draft.id, promise)
      opened.selection.clear()
      opened.listing.insertDraft(draft)
      opened.selection.only(0)
      files.state.renaming = draft.id
      try {
        const item = await api.createFolder({
          name,
          parent_id: parent,
          ...(look.color ? { color: look.color } : {}),
          ...(look.emoji ? { emoji: look.emoji } : {}),
        })
        // A name that was typed meanwhile is on its way; else it has the one that the server found free.
        const shown = opened.listing.find(draft.id)?.attributes.name ?? name
        const current = shown === name ? item.attributes.name : shown
        opened.listing.swap(draft.id, { ...item, attributes: { ...item.attributes, name: current } })
        if (files.state.renaming === draft.id) files.state.renaming = item.id
        if (opened.selection.has(opened.listing.indexOf(item.id)) === false) opened.selection.rename(draft.id, item.id)
        sidebar.reload()
        resolve(item)
        return item
      } catch (error) {
        if (files.state.renaming === draft.id) files.state.renaming = null
        opened.listing.remove(new Set([draft.id]))
        opened.selection.retain((id) => id !== draft.id)
        resolve(null)
        throw error
      }
    },
    /** A new name or look for any item; for a provisional one it waits until that exists. */
    async look(item: Item, look: Look): Promise<void> {
      const request = asked.get(item.id)
      if (!request) return actions.look(item, look)
      const { name } = look
      for (const { listing } of name === undefined ? [] : files.all()) {
        const known = listing.find(item.id)
        if (known && name !== undefined) listing.replace({ ...known, attributes: { ...known.attributes, name } })
      }
      const done = request.then(async (made) => {
        if (made) await actions.look(made, look)
        return made
      })
      // What comes after it finds the new name on the server.
      asked.set(item.id, done)
      await done
    },
    /** Whether the server has still to say what this is called. */
    waits,
    /** The item as the server knows it, once it does; null when it was refused. At once where that is known. */
    settled: (item: Item): Item | Promise<Item | null> => asked.get(item.id) ?? item,
    /** The same for what a deed is about; what was refused, or has gone while it was waited for, is not among it. */
    async settledTarget(target: Target): Promise<Target> {
      const { listing } = target.from
      if (target.kind === 'allBut') {
        await Promise.all(listing.known().map(({ item }) => asked.get(item.id)))
        const except = await Promise.all([...target.except].map(async (id) => (await asked.get(id))?.id ?? id))
        return { ...target, except: new Set(except) }
      }
      if (!target.items.some(({ id }) => waits(id))) return target
      const items = await Promise.all(
        target.items.map(async (item) => {
          const made = await asked.get(item.id)
          return waits(item.id) ? made && listing.find(made.id) : item
        }),
      )
      return { ...target, items: items.filter((item) => !!item) }
    },
  }
}

export type FolderMaker = ReturnType<typeof createFolderMaker>
