import { proxy } from 'valtio'
import type { Item, NavigationTree, ParentRef, TreeNode } from '../contract.ts'
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
}
export interface SidebarData {
  navigation: NavigationTree[]
  favourites: Favourite[]
  usage: Usage
}
export interface SidebarState {
  roots: NavigationTree[]
  favourites: Favourite[]
  usage: Usage | null
  /** Tree nodes that are unfolded. */
  open: Record<string, boolean>
}

const each = (
  nodes: readonly TreeNode[],
  visit: (node: TreeNode, path: readonly TreeNode[]) => void,
  path: readonly TreeNode[] = [],
) => {
  for (const node of nodes) {
    visit(node, path)
    each(node.folders, visit, [...path, node])
  }
}

export const refOf = ({ id, name, color, emoji }: TreeNode): ParentRef => ({ id, name, color, emoji })

/** Folder tree and favourites: what the sidebar shows, shared by all listings. */
export const createSidebar = (api: StorageApi, initial: SidebarData | null) => {
  const state = proxy<SidebarState>({
    roots: initial?.navigation ?? [],
    favourites: initial?.favourites ?? [],
    usage: initial?.usage ?? null,
    open: {},
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let scales: ReturnType<typeof setTimeout> | undefined
  const files = () => state.roots.find(({ location }) => location === 'files')?.folders ?? []

  return {
    state,
    files,
    /** The folder's ancestors, topmost first, or null when the tree does not know it. */
    pathTo: (id: string): ParentRef[] | null => {
      let found: ParentRef[] | null = null
      each(files(), (node, path) => {
        if (node.id === id) found = path.map(refOf)
      })
      return found
    },
    /** Unfolds the way to a folder. */
    reveal: (path: readonly { id: string }[]): void => {
      for (const { id } of path) state.open[id] = true
    },
    toggle: (id: string): void => {
      state.open[id] = !state.open[id]
    },
    seed: (data: SidebarData): void => {
      state.roots = data.navigation
      state.favourites = data.favourites
      state.usage = data.usage
    },
    /** A folder got another name or look. */
    touch: (item: Item): void => {
      const { name, color, emoji } = item.attributes
      each(files(), (node) => {
        if (node.id === item.id) Object.assign(node, { name, color, emoji })
      })
      for (const favourite of state.favourites)
        if (favourite.id === item.id) Object.assign(favourite, { name, color, emoji })
    },
    /** Fetches the tree again, soon: several changes make one call. */
    reload: (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        api.navigation().then(
          (roots) => {
            state.roots = roots
          },
          () => undefined,
        )
      }, 400)
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
    setFavourites: (list: Favourite[]): void => {
      state.favourites = list
    },
  }
}

export type SidebarStore = ReturnType<typeof createSidebar>
