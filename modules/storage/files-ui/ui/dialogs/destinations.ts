import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FolderNode, ParentRef } from '../../../tree/contract.ts'
import { createFolderTree, type FolderTree, rootLevel } from '../../client/folder-tree.ts'
import type { FolderView } from '../../client/folder-view.ts'
import type { StorageApi } from '../../client/storage.api.ts'
import { useFiles } from '../context.ts'
import { refOf } from '../extensions/ancestors.ts'

/** A selectable folder; `id` null is the root. */
export interface DestinationRow {
  id: string | null
  name: string
  level: number
  appearance: Pick<FolderNode, 'color' | 'emoji'> | null
  /** Null without subfolders and for search hits. */
  unfolded: boolean | null
  /** Names of the badges of extensions. */
  badges: readonly string[]
  /** Ancestors, topmost first. */
  path: readonly ParentRef[]
}
/** Placeholder for further folders of a level. */
export interface LoadMoreRow {
  more: string
  level: number
}

type State = FolderTree['state']

/** Visible rows of the tree below a level. */
const rowsOf = (
  { levels, open }: Pick<State, 'levels' | 'open'>,
  parent: string,
  path: readonly ParentRef[],
): (DestinationRow | LoadMoreRow)[] => {
  const { folders = [], next = null } = levels[parent] ?? {}
  const level = path.length + 1
  const rows = folders.flatMap((node): (DestinationRow | LoadMoreRow)[] => {
    const unfolded = node.has_folders ? Boolean(open[node.id]) : null
    const { id, name, badges = [] } = node
    const row = { id, name, level, appearance: node, unfolded, badges, path }
    return unfolded ? [row, ...rowsOf({ levels, open }, node.id, [...path, node])] : [row]
  })
  return next ? [...rows, { more: parent, level }] : rows
}

/** Folders in `top`, or own ones: items stay with their owner. */
const findFolderRows = async (api: StorageApi, query: string, top: ParentRef | null): Promise<DestinationRow[]> =>
  (await api.findFolders(query)).flatMap(({ data, meta: { path } }) => {
    const { id, attributes } = data
    const possible = top
      ? id === top.id || path.some((folder) => folder.id === top.id)
      : attributes.access === undefined
    if (!possible) return []
    const { name, badges = [] } = refOf(data)
    return { id, name, level: 0, appearance: attributes, unfolded: null, badges, path }
  })

/** The topmost folder that the reader has of somebody else's; null in the own files. */
export const topOf = ({ root, path }: FolderView): ParentRef | null =>
  root && root.attributes.access !== undefined ? (path[0] ?? refOf(root)) : null

/** Path of the open folder, itself included; empty in lists. */
export const openPath = ({ location, root, path }: FolderView): readonly ParentRef[] =>
  root && location.section === 'files' ? [...path, refOf(root)] : []

/** Pause in ms after typing before the search. */
const searchDelayMs = 200

/**
 * Target folders to choose from: a tree of its own, loaded per level, below `top` or all own folders, with `path` expanded at
 * first; or the hits of a search.
 */
export const useDestinations = (
  query: string,
  home: string,
  start: () => { top: ParentRef | null; path: readonly ParentRef[] },
) => {
  const { api } = useFiles()
  const [{ top, path }] = useState(start)
  const key = top?.id ?? rootLevel
  const [tree] = useState(() => createFolderTree(api, {}, key))
  const snapshot = useSnapshot(tree.state) as State
  const [hits, setHits] = useState<{ query: string; rows: DestinationRow[] } | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = query.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let outdated = false
    setFailure(null)
    if (!wanted) setHits(null)
    const read = async () => {
      if (wanted) {
        const rows = await findFolderRows(api, wanted, top)
        if (!outdated) setHits({ query: wanted, rows })
      } else if (!tree.state.levels[key]) {
        tree.seed({ [key]: await api.subfolders(top?.id ?? null) })
        tree.reveal(path, null)
      }
    }
    const fail = (error: unknown) => {
      if (outdated) return
      setHits(null)
      setFailure({ error })
    }
    const timer = setTimeout(() => void read().catch(fail), wanted ? searchDelayMs : 0)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [wanted, attempt, api, tree, path, key, top])
  const root: DestinationRow = {
    ...{ id: top?.id ?? null, name: top?.name ?? home, level: 0, appearance: top },
    ...{ unfolded: null, badges: top?.badges ?? [], path: [] },
  }
  return {
    tree,
    root,
    failure,
    retry: () => setAttempt(attempt + 1),
    loading: failure === null && (wanted ? hits === null : snapshot.levels[key] === undefined),
    rows: wanted ? (hits?.rows ?? []) : [root, ...rowsOf(snapshot, key, top ? [top] : [])],
  }
}

export type Destinations = ReturnType<typeof useDestinations>
