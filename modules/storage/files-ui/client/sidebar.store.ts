import { proxy } from 'valtio'
import type { FolderLevel, Item, Restriction } from '../../tree/contract.ts'
import { createTree } from './folder-tree.ts'
import type { StorageApi } from './storage.api.ts'

export interface Favourite {
  id: string
  name: string
  color: string | null
  emoji: { char: string } | null
}
export interface Usage {
  used: number
  /** Bytes; null is without a limit. */
  limit: number | null
  restrictions: Restriction[]
}
export interface SidebarData {
  /** By folder id, the root under `rootLevel`. */
  levels: Record<string, FolderLevel>
  favourites: Favourite[]
  usage: Usage
}
export interface SidebarState {
  favourites: Favourite[]
  usage: Usage | null
}

/** Folder tree and favourites: what the sidebar shows, shared by all listings. */
export const createSidebar = (api: StorageApi, initial: SidebarData | null) => {
  const state = proxy<SidebarState>({
    favourites: initial?.favourites ?? [],
    usage: initial?.usage ?? null,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let scales: ReturnType<typeof setTimeout> | undefined
  const tree = createTree(api, initial?.levels ?? {})

  return {
    state,
    tree,
    seed: (data: SidebarData): void => {
      tree.seed(data.levels)
      state.favourites = data.favourites
      state.usage = data.usage
    },
    /** A folder got another name or look. */
    touch: (item: Item): void => {
      const { name, color, emoji } = item.attributes
      tree.touch(item)
      for (const favourite of state.favourites)
        if (favourite.id === item.id) Object.assign(favourite, { name, color, emoji })
    },
    /** Fetches the tree again, soon: several changes make one call. */
    reload: (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void tree.reload(), 400)
    },
    /** Fetches the usage again, soon: bytes came or went. */
    weigh: (): void => {
      if (scales) return
      scales = setTimeout(() => {
        scales = undefined
        api.usage().then(
          (usage) => {
            state.usage = usage
          },
          () => undefined,
        )
      }, 1_000)
    },
    /** Which restriction of the account forbids this; undefined where none does. */
    restricted: (deed: 'upload' | 'download' | 'create-folder'): Restriction | undefined =>
      state.usage?.restrictions.find((found) => found === deed || (deed === 'upload' && found === 'storage-full')),
    setFavourites: (list: Favourite[]): void => {
      state.favourites = list
    },
  }
}

export type SidebarStore = ReturnType<typeof createSidebar>
