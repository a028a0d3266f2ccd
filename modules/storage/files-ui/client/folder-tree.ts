import { proxy } from 'valtio'
import type { FolderLevel, FolderNode, Item } from '../../tree/contract.ts'
import type { StorageApi } from './storage.api.ts'

/** Key of the root's level. */
export const rootLevel = ''

/** What of a level is loaded, by name; folders of the open path may stand at its end before their turn. */
export interface Level {
  folders: FolderNode[]
  /** How many of `folders` came in order. */
  ordered: number
  /** Leads to the next ones; null at the end. */
  next: string | null
}
/** A folder as a path names it. */
type Ref = Pick<FolderNode, 'id' | 'name' | 'color'> & { emoji: unknown }

const levelOf = ({ data, meta }: FolderLevel): Level => ({
  folders: data,
  ordered: data.length,
  next: meta.next_cursor,
})

const levelsOf = (levels: Readonly<Record<string, FolderLevel>>): Record<string, Level> =>
  Object.fromEntries(Object.entries(levels).map(([id, level]) => [id, levelOf(level)]))

const unfoldedBy = (levels: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(levels).map((id) => [id, true]))

/** The folders as the sidebar shows them: a level is fetched when it is unfolded, 200 folders at a time. */
export const createTree = (api: Pick<StorageApi, 'subfolders'>, initial: Readonly<Record<string, FolderLevel>>) => {
  const state = proxy({
    levels: levelsOf(initial),
    /** Nodes that are unfolded. */
    open: unfoldedBy(initial) as Record<string, boolean>,
  })
  /** The way to the open folder, itself included; its nodes are shown even beyond the first 200. */
  let shown: readonly Ref[] = []
  const fetching = new Set<string>()
  const fetchLevel = (id: string, cursor?: string) => api.subfolders(id === rootLevel ? null : id, cursor)

  const nodes = () =>
    new Map(Object.values(state.levels).flatMap(({ folders }) => folders.map((node) => [node.id, node])))
  const pin = () => {
    let parent = rootLevel
    for (const [index, { id, name, color, emoji }] of shown.entries()) {
      const level = state.levels[parent]
      if (level?.next && !level.folders.some((node) => node.id === id))
        level.folders.push({
          ...{ id, name, color, emoji: emoji as FolderNode['emoji'], items: 0 },
          parent_id: parent === rootLevel ? null : parent,
          has_folders: index < shown.length - 1,
        })
      parent = id
    }
  }
  const append = (level: Level, { data, meta }: FolderLevel): Level => {
    const fresh = new Set(data.map(({ id }) => id))
    const [before, pinned] = [level.folders.slice(0, level.ordered), level.folders.slice(level.ordered)]
    const kept = before.filter(({ id }) => !fresh.has(id))
    return {
      folders: [...kept, ...data, ...(meta.next_cursor ? pinned.filter(({ id }) => !fresh.has(id)) : [])],
      ordered: kept.length + data.length,
      next: meta.next_cursor,
    }
  }
  const load = async (id: string): Promise<void> => {
    if (state.levels[id] || fetching.has(id)) return
    fetching.add(id)
    try {
      state.levels[id] = levelOf(await fetchLevel(id))
      pin()
    } catch {
      state.open[id] = false
    } finally {
      fetching.delete(id)
    }
  }
  /** Fetches what is unfolded but not there. */
  const fill = () => {
    for (const { id } of nodes().values()) if (state.open[id]) void load(id)
  }
  /** A level again, as far as it was shown; null when the folder is gone. */
  const again = async (id: string): Promise<Level | null> => {
    const wanted = state.levels[id]?.ordered ?? 0
    try {
      let level = levelOf(await fetchLevel(id))
      while (level.next && level.ordered < wanted) level = append(level, await fetchLevel(id, level.next))
      return level
    } catch (error) {
      return (error as { status?: number }).status === 404 ? null : (state.levels[id] ?? null)
    }
  }

  return {
    state,
    /** Ids of the folders above a folder as far as they are loaded, nearest first. */
    above: (id: string): string[] => {
      const known = nodes()
      const path: string[] = []
      let parent = known.get(id)?.parent_id
      while (parent && !path.includes(parent)) {
        path.push(parent)
        parent = known.get(parent)?.parent_id
      }
      return path
    },
    /** Unfolds the way to a folder; `folder` is it itself. */
    reveal: (path: readonly Ref[], folder: Ref | null): void => {
      shown = folder ? [...path, folder] : path
      for (const { id } of path) {
        state.open[id] = true
        void load(id)
      }
      pin()
    },
    toggle: (id: string): void => {
      state.open[id] = !state.open[id]
      if (state.open[id]) void load(id)
    },
    unfold: (id: string): void => {
      state.open[id] = true
      void load(id)
    },
    /** The next folders of a level; resolves to the first of them, null when there was none. */
    more: async (id: string): Promise<string | null> => {
      const level = state.levels[id]
      if (!level?.next || fetching.has(id)) return null
      fetching.add(id)
      try {
        const page = await fetchLevel(id, level.next)
        state.levels[id] = append(level, page)
        return page.data[0]?.id ?? null
      } catch {
        return null
      } finally {
        fetching.delete(id)
      }
    },
    seed: (levels: Readonly<Record<string, FolderLevel>>): void => {
      state.levels = levelsOf(levels)
      state.open = { ...state.open, ...unfoldedBy(levels) }
      fill()
      pin()
    },
    /** A folder got another name or look. */
    touch: ({ id, attributes: { name, color, emoji } }: Item): void => {
      const node = nodes().get(id)
      if (node) Object.assign(node, { name, color, emoji })
    },
    /** What another module knows of a folder has changed. */
    mark: (id: string, name: string, on: boolean): void => {
      const node = nodes().get(id)
      if (!node) return
      const others = (node.marks ?? []).filter((other) => other !== name)
      node.marks = on ? [...others, name] : others
    },
    /** The content of these folders has changed: their levels again, where they are shown, and those that show them. */
    refresh: async (ids: Iterable<string>): Promise<void> => {
      const known = nodes()
      const wanted = new Set<string>()
      for (const id of ids) {
        wanted.add(id)
        const node = known.get(id)
        if (node) wanted.add(node.parent_id ?? rootLevel)
      }
      const levels = Array.from(wanted).filter((id) => state.levels[id])
      await Promise.all(
        levels.map(async (id) => {
          const level = await again(id)
          if (level) state.levels[id] = level
          else delete state.levels[id]
        }),
      )
      fill()
      pin()
    },
    /** Fetches the unfolded levels again; folded ones are fetched when they are unfolded. */
    reload: async (): Promise<void> => {
      const known = nodes()
      const ids = [rootLevel, ...Object.keys(state.open).filter((id) => state.open[id] && known.has(id))]
      const found = await Promise.all(ids.map(async (id) => [id, await again(id)] as const))
      state.levels = Object.fromEntries(found.flatMap(([id, level]) => (level ? [[id, level] as const] : [])))
      fill()
      pin()
    },
  }
}

export type FolderTree = ReturnType<typeof createTree>
