import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { FolderNode, Item, ParentRef } from '../../../tree/contract.ts'
import type { Opened } from '../../client/files.store.ts'
import { createTree, type FolderTree, rootLevel } from '../../client/folder-tree.ts'
import type { StorageApi } from '../../client/storage.api.ts'
import { useFiles } from '../context.ts'

/** A folder on offer; `id` null is the root. */
export interface Line {
  id: string | null
  name: string
  level: number
  look: Pick<FolderNode, 'color' | 'emoji'> | null
  /** Null: has no folders of its own, or is found by a search. */
  unfolded: boolean | null
  /** Folders above it, topmost first. */
  path: readonly ParentRef[]
}
/** Stands for the folders of a level that are not loaded yet. */
export interface More {
  more: string
  level: number
}

type State = FolderTree['state']

/** The unfolded lines of the tree, from a level on. */
const linesOf = ({ levels, open }: State, parent: string, path: readonly ParentRef[]): (Line | More)[] => {
  const { folders = [], next = null } = levels[parent] ?? {}
  const level = path.length + 1
  const lines = folders.flatMap((node): (Line | More)[] => {
    const unfolded = node.has_folders ? Boolean(open[node.id]) : null
    const line = { id: node.id, name: node.name, level, look: node, unfolded, path }
    return unfolded ? [line, ...linesOf({ levels, open }, node.id, [...path, node])] : [line]
  })
  return next ? [...lines, { more: parent, level }] : lines
}

const found = async (api: StorageApi, query: string): Promise<Line[]> =>
  (await api.findFolders(query)).map(({ data: { id, attributes }, meta: { path } }) => ({
    ...{ id, name: attributes.name, level: 0, look: attributes, unfolded: null },
    path,
  }))

const refOf = ({ id, attributes: { name, color, emoji } }: Item): ParentRef => ({ id, name, color, emoji })

/** ms without typing after which is searched. */
const pause = 200

/**
 * The folders one may choose from: a tree of its own, read level by level and unfolded to the folder `from`, or what a
 * search finds.
 */
export const useDestinations = (query: string, home: string, from: Opened) => {
  const { api } = useFiles()
  const [tree] = useState(() => createTree(api, {}))
  const snapshot = useSnapshot(tree.state) as State
  const [hits, setHits] = useState<{ query: string; lines: Line[] } | null>(null)
  const [refused, setRefused] = useState<{ error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const wanted = query.trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let outdated = false
    setRefused(null)
    if (!wanted) setHits(null)
    const read = async () => {
      if (wanted) {
        const lines = await found(api, wanted)
        if (!outdated) setHits({ query: wanted, lines })
      } else if (!tree.state.levels[rootLevel]) {
        tree.seed({ [rootLevel]: await api.subfolders(null) })
        if (from.root && from.place.view === 'files') tree.reveal([...from.path, refOf(from.root)], null)
      }
    }
    const fail = (error: unknown) => {
      if (outdated) return
      setHits(null)
      setRefused({ error })
    }
    const timer = setTimeout(() => void read().catch(fail), wanted ? pause : 0)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [wanted, attempt, api, tree, from])
  const root: Line = { id: null, name: home, level: 0, look: null, unfolded: null, path: [] }
  return {
    tree,
    refused,
    retry: () => setAttempt(attempt + 1),
    loading: refused === null && (wanted ? hits === null : snapshot.levels[rootLevel] === undefined),
    lines: wanted ? (hits?.lines ?? []) : [root, ...linesOf(snapshot, rootLevel, [])],
  }
}
