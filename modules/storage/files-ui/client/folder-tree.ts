import { proxy } from 'valtio'
import type { FolderLevel, FolderNode, Item } from '../../tree/contract.ts'
import { apiErrorOf } from '../../tree/ui.ts'
import type { FilesApi } from './files.api.ts'

/** Key of the root level of the own files. */
export const rootLevel = ''

/**
 * The loaded folders of a level in name order, followed by folders of the open path that are not loaded in order yet.
 */
export interface TreeLevel {
  folders: FolderNode[]
  /** Number of `folders` that were loaded in order. */
  ordered: number
  /** Cursor of the next page; null at the end. */
  next: string | null
}
/** A folder as a path names it. */
type Ref = Pick<FolderNode, 'id' | 'name' | 'color' | 'badges'> & { emoji: unknown }

const levelOf = ({ data, meta }: FolderLevel): TreeLevel => ({
  folders: data,
  ordered: data.length,
  next: meta.next_cursor,
})

const levelsOf = (levels: Readonly<Record<string, FolderLevel>>): Record<string, TreeLevel> =>
  Object.fromEntries(Object.entries(levels).map(([id, level]) => [id, levelOf(level)]))

const expandedBy = (levels: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(levels).map((id) => [id, true]))

/** Why a level that somebody expanded, or its next page, could not be read. `retry` reads it again. */
export interface LevelFailure {
  error: unknown
  retry: () => void
}

export interface FolderTreeOptions {
  root?: string
  /** Reports a failure, and null when another attempt begins. */
  onFailure?: (failure: LevelFailure | null) => void
}

/** The folder tree of the sidebar. A level loads when it is expanded, 200 folders per page. */
export const createFolderTree = (
  api: Pick<FilesApi, 'subfolders'>,
  initial: Readonly<Record<string, FolderLevel>>,
  { root = rootLevel, onFailure = () => undefined }: FolderTreeOptions = {},
) => {
  const state = proxy({
    levels: levelsOf(initial),
    /** Key of the root level that is shown: the own files, or an extension's list. */
    root,
    /** Ids of the expanded nodes. */
    open: expandedBy(initial) as Record<string, boolean>,
  })
  /** Path of the open folder, itself included. Shown even when it lies beyond the loaded pages. */
  let shown: readonly Ref[] = []
  const fetching = new Set<string>()
  const fetchLevel = (id: string, cursor?: string) => api.subfolders(id === rootLevel ? null : id, cursor)

  const nodes = () =>
    new Map(Object.values(state.levels).flatMap(({ folders }) => folders.map((node) => [node.id, node])))
  const pin = () => {
    let parent = state.root
    for (const [index, { id, name, color, emoji, badges }] of shown.entries()) {
      const level = state.levels[parent]
      if (id !== parent && level?.next && !level.folders.some((node) => node.id === id))
        level.folders.push({
          id,
          name,
          color,
          emoji: emoji as FolderNode['emoji'],
          items: 0,
          badges: [...(badges ?? [])],
          parent_id: parent === state.root ? null : parent,
          has_folders: index < shown.length - 1,
        })
      parent = id
    }
  }
  const append = (level: TreeLevel, { data, meta }: FolderLevel): TreeLevel => {
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
      const level = levelOf(await fetchLevel(id))
      // Not before the answer: `seed` replaces the levels meanwhile.
      state.levels[id] = level
      pin()
    } catch (error) {
      state.open[id] = false
      throw error
    } finally {
      fetching.delete(id)
    }
  }
  /** Reads a level at a person's request and reports a failure to them; null after one. */
  const attempt = async <Result>(read: () => Promise<Result>): Promise<Result | null> => {
    onFailure(null)
    try {
      return await read()
    } catch (error) {
      onFailure({ error, retry: () => void attempt(read) })
      return null
    }
  }
  const expand = (id: string): void => {
    void attempt(() => {
      state.open[id] = true
      return load(id)
    })
  }
  const loadQuietly = (id: string): void => void load(id).catch(() => undefined)
  /** Fetches expanded levels that are not loaded. */
  const fill = () => {
    for (const { id } of nodes().values()) if (state.open[id]) loadQuietly(id)
  }
  let requests = 0
  /** Level → number of the request whose answer it shows. */
  const answered = new Map<string, number>()
  /**
   * Fetches a level again up to the number of folders shown; null when the folder is gone, undefined when the call failed
   * or a later one has been answered before.
   */
  const refetch = async (id: string): Promise<{ level: TreeLevel | null | undefined; failed: boolean }> => {
    const wanted = state.levels[id]?.ordered ?? 0
    requests += 1
    const request = requests
    let level: TreeLevel | null
    try {
      level = levelOf(await fetchLevel(id))
      while (level.next && level.ordered < wanted) level = append(level, await fetchLevel(id, level.next))
    } catch (error) {
      if (apiErrorOf(error).status !== 404) return { level: undefined, failed: true }
      level = null
    }
    if ((answered.get(id) ?? 0) > request) return { level: undefined, failed: false }
    answered.set(id, request)
    return { level, failed: false }
  }

  /** The root level that lists a folder. */
  const rootOf = (id: string): string =>
    state.levels[state.root]?.folders.some((node) => node.id === id) ? state.root : rootLevel

  return {
    state,
    /** Shows the folders of this root level. */
    showRoot: (root: string): void => {
      state.root = root
      loadQuietly(root)
    },
    /** Ids of the loaded ancestors, nearest first. */
    above: (id: string): string[] => {
      const nodesById = nodes()
      const path: string[] = []
      let parent = nodesById.get(id)?.parent_id
      while (parent && !path.includes(parent)) {
        path.push(parent)
        parent = nodesById.get(parent)?.parent_id
      }
      return path
    },
    /** Expands the path to a folder; `folder` is the folder itself. */
    reveal: (path: readonly Ref[], folder: Ref | null): void => {
      shown = folder ? [...path, folder] : path
      for (const { id } of path) {
        state.open[id] = true
        loadQuietly(id)
      }
      pin()
    },
    toggle: (id: string): void => {
      if (state.open[id]) state.open[id] = false
      else expand(id)
    },
    expand,
    /** Loads the next page of a level. Resolves to the id of its first folder, null when there was none. */
    loadMore: (id: string): Promise<string | null> =>
      attempt(async () => {
        const level = state.levels[id]
        if (!level?.next || fetching.has(id)) return null
        fetching.add(id)
        try {
          const page = await fetchLevel(id, level.next)
          state.levels[id] = append(level, page)
          return page.data[0]?.id ?? null
        } finally {
          fetching.delete(id)
        }
      }),
    seed: (levels: Readonly<Record<string, FolderLevel>>): void => {
      state.levels = levelsOf(levels)
      state.open = { ...state.open, ...expandedBy(levels) }
      fill()
      pin()
      loadQuietly(state.root)
    },
    /** Updates name, color and emoji of a folder. */
    updateNode: ({ id, attributes: { name, color, emoji } }: Item): void => {
      const node = nodes().get(id)
      if (node) Object.assign(node, { name, color, emoji })
    },
    /** Sets or removes a badge of an extension on a folder. */
    setBadge: (id: string, name: string, on: boolean): void => {
      const node = nodes().get(id)
      if (!node) return
      const others = (node.badges ?? []).filter((other) => other !== name)
      node.badges = on ? [...others, name] : others
    },
    /**
     * Fetches the loaded levels of these folders, whose content changed, and the levels that list them. Resolves to whether
     * all could be read.
     */
    refresh: async (ids: Iterable<string>): Promise<boolean> => {
      const nodesById = nodes()
      const wanted = new Set<string>()
      for (const id of ids) {
        wanted.add(id)
        const node = nodesById.get(id)
        if (node) wanted.add(node.parent_id ?? rootOf(id))
      }
      const levels = Array.from(wanted).filter((id) => state.levels[id])
      const successes = await Promise.all(
        levels.map(async (id) => {
          const { level, failed } = await refetch(id)
          if (level) state.levels[id] = level
          else if (level === null) delete state.levels[id]
          return !failed
        }),
      )
      fill()
      pin()
      return successes.every(Boolean)
    },
    /**
     * Fetches the expanded levels again and drops the collapsed ones, which load when expanded. Resolves to whether all
     * could be read.
     */
    reload: async (): Promise<boolean> => {
      const nodesById = nodes()
      const ids = [
        ...new Set([rootLevel, state.root]),
        ...Object.keys(state.open).filter((id) => state.open[id] && nodesById.has(id)),
      ]
      const fetched = await Promise.all(ids.map(async (id) => [id, await refetch(id)] as const))
      state.levels = Object.fromEntries(
        fetched.flatMap(([id, { level = state.levels[id] }]) => (level ? [[id, level] as const] : [])),
      )
      fill()
      pin()
      return fetched.every(([, { failed }]) => !failed)
    },
  }
}

export type FolderTree = ReturnType<typeof createFolderTree>
