import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { createTree, type FolderTree, rootLevel } from '../../client/folder-tree.ts'
import type { StorageApi } from '../../client/storage.api.ts'
import type { FolderNode } from '../../contract.ts'
import { useFiles } from '../context.ts'

/** A folder on offer; `id` null is the root. */
export interface Line {
  id: string | null
  name: string
  level: number
  look: Pick<FolderNode, 'color' | 'emoji'> | null
  /** Null: has no folders of its own, or is found by a search. */
  unfolded: boolean | null
  /** Folders above it, nearest first, as far as known. */
  above: readonly string[]
}
/** Stands for the folders of a level that are not loaded yet. */
export interface More {
  more: string
  level: number
}

type State = FolderTree['state']

/** The unfolded lines of the tree, from a level on. */
const linesOf = ({ levels, open }: State, parent: string, level: number, above: readonly string[]): (Line | More)[] => {
  const { folders = [], next = null } = levels[parent] ?? {}
  const lines = folders.flatMap((node): (Line | More)[] => {
    const unfolded = node.has_folders ? Boolean(open[node.id]) : null
    const line = { id: node.id, name: node.name, level, look: node, unfolded, above }
    return unfolded ? [line, ...linesOf({ levels, open }, node.id, level + 1, [node.id, ...above])] : [line]
  })
  return next ? [...lines, { more: parent, level }] : lines
}

const found = async (api: StorageApi, query: string): Promise<Line[]> =>
  (await api.findFolders(query)).map(({ data: { id, attributes }, meta: { path } }) => ({
    ...{ id, name: attributes.name, level: 0, look: attributes, unfolded: null },
    above: path.map((ref) => ref.id).toReversed(),
  }))

/** ms without typing after which is searched. */
const pause = 200

/** The folders one may choose from: a tree of its own, read level by level, or what a search finds. */
export const useDestinations = (query: string, home: string) => {
  const { api, actions } = useFiles()
  const [tree] = useState(() => createTree(api, {}))
  const snapshot = useSnapshot(tree.state) as State
  const [hits, setHits] = useState<{ query: string; lines: Line[] } | null>(null)
  const wanted = query.trim()
  useEffect(() => void tree.reload(), [tree])
  useEffect(() => {
    if (!wanted) return setHits(null)
    let outdated = false
    const timer = setTimeout(() => {
      found(api, wanted).then((lines) => outdated || setHits({ query: wanted, lines }), actions.tell)
    }, pause)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [wanted, api, actions])
  const root: Line = { id: null, name: home, level: 0, look: null, unfolded: null, above: [] }
  return {
    tree,
    searching: wanted !== '' && hits === null,
    loading: snapshot.levels[rootLevel] === undefined,
    lines: wanted ? (hits?.lines ?? []) : [root, ...linesOf(snapshot, rootLevel, 1, [])],
  }
}
