import { proxy } from 'valtio'
import type { FolderLevel, Item, RestrictedAction, Restriction } from '../../tree/contract.ts'
import { isForeign } from './abilities.ts'
import type { FilesApi } from './files.api.ts'
import { createFolderTree, type FolderTreeOptions } from './folder-tree.ts'

export interface Favorite {
  id: string
  name: string
  color: string | null
  emoji: { char: string } | null
}
/** A favorite folder as the sidebar shows it. */
export const favoriteOf = ({ id, attributes: { name, color, emoji } }: Item): Favorite => ({ id, name, color, emoji })

/** A favorite that was removed, and the index it had. */
export interface RemovedFavorite {
  index: number
  favorite: Favorite
}

export interface SidebarUsage {
  used: number
  /** Bytes; null is unlimited. */
  limit: number | null
  restrictions: Restriction[]
}
export interface SidebarData {
  /** By folder id, the root under `rootLevel`. */
  levels: Record<string, FolderLevel>
  favorites: Favorite[]
}
interface SidebarState extends Pick<SidebarData, 'favorites'> {
  usage: SidebarUsage | null
}

interface SidebarOptions extends Pick<FolderTreeOptions, 'onFailure'> {
  /** Resolves when own calls have ended, whose effect on the favorites is shown already; null when none is running. */
  idle?: () => Promise<void> | null
}

/** Folder tree, favorites and usage, shared by all listings. */
export const createSidebar = (
  api: FilesApi,
  initial: SidebarData | null,
  { idle = () => null, ...treeOptions }: SidebarOptions = {},
) => {
  const state = proxy<SidebarState>({
    favorites: initial?.favorites ?? [],
    usage: null,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let usageTimer: ReturnType<typeof setTimeout> | undefined
  let favoritesTimer: ReturnType<typeof setTimeout> | undefined
  /** Number of own changes of the favorites. A list that was read before one is outdated. */
  let edits = 0
  /** Number of reads of the favorites: an older answer never replaces a newer one. */
  let reads = 0
  const tree = createFolderTree(api, initial?.levels ?? {}, treeOptions)

  const readFavorites = async (): Promise<void> => {
    reads += 1
    const read = reads
    let before: number
    let list: Item[]
    do {
      await idle()
      before = edits
      list = await api.favorites()
    } while (before !== edits || idle())
    if (read === reads) state.favorites = list.map(favoriteOf)
  }
  /** Fetches the favorites again after changes elsewhere, and of folders above them; throttled. */
  const reloadFavorites = (): void => {
    if (favoritesTimer) return
    favoritesTimer = setTimeout(() => {
      favoritesTimer = undefined
      readFavorites().catch(() => undefined)
    }, 1_000)
  }

  return {
    state,
    tree,
    reloadFavorites,
    seed: (data: SidebarData): void => {
      tree.seed(data.levels)
      state.favorites = data.favorites
    },
    /** Fetches the tree and the favorites, which pages of client navigations do not have. */
    load: async (): Promise<void> => {
      await Promise.all([tree.reload(), readFavorites()])
    },
    /** Updates name, color and emoji of a folder in the tree and the favorites. */
    updateFolder: (item: Item): void => {
      const { name, color, emoji } = item.attributes
      edits += 1
      tree.updateNode(item)
      for (const favorite of state.favorites)
        if (favorite.id === item.id) Object.assign(favorite, { name, color, emoji })
    },
    /** Fetches the tree again, debounced, and the favorites. */
    reload: (): void => {
      reloadFavorites()
      clearTimeout(timer)
      timer = setTimeout(() => void tree.reload(), 400)
    },
    /** Used bytes, limit and restrictions as a page brings them. */
    setUsage: (usage: SidebarUsage): void => {
      state.usage = usage
    },
    /** Fetches the usage again; throttled. */
    reloadUsage: (): void => {
      if (usageTimer) return
      usageTimer = setTimeout(() => {
        usageTimer = undefined
        api.usage().then(
          (usage) => {
            state.usage = usage
          },
          () => undefined,
        )
      }, 1_000)
    },
    /**
     * The account restriction that forbids the action on the items, or in the folder; undefined when none does. The server
     * asks their owner: the restrictions of this account say nothing about items of others.
     */
    restrictionOn: (action: RestrictedAction, ...items: (Item | null | undefined)[]): Restriction | undefined => {
      if (items.length > 0 && items.every(isForeign)) return
      return state.usage?.restrictions.find(
        (found) => found === action || (action === 'upload' && found === 'storage-full'),
      )
    },
    setFavorites: (list: Favorite[]): void => {
      edits += 1
      state.favorites = list
    },
    /** Removes favorites. Returns the removed ones, for `restoreFavorites`. */
    removeFavorites: (ids: ReadonlySet<string>): RemovedFavorite[] => {
      edits += 1
      const removed = state.favorites.flatMap((favorite, index) =>
        ids.has(favorite.id) ? [{ index, favorite: { ...favorite } }] : [],
      )
      if (removed.length > 0) state.favorites = state.favorites.filter(({ id }) => !ids.has(id))
      return removed
    },
    /** Inserts removed favorites that are still missing. The others stay as they are by now. */
    restoreFavorites: (removed: readonly RemovedFavorite[]): void => {
      edits += 1
      for (const { index, favorite } of removed)
        if (!state.favorites.some(({ id }) => id === favorite.id)) state.favorites.splice(index, 0, favorite)
    },
  }
}

export type SidebarStore = ReturnType<typeof createSidebar>
