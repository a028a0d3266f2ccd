import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLatest } from '../../../../web/ui.ts'
import type { ParentRef } from '../../../tree/contract.ts'
import { createFolderTree, type FolderTree, type LevelFailure, rootLevel } from '../../client/folder-tree.ts'
import type { FolderView } from '../../client/folder-view.ts'
import { useFiles } from '../context.ts'
import { parentRefOf } from '../extensions/ancestors.ts'
import {
  type DestinationHits,
  type DestinationRow,
  destinationRows,
  findFolderRows,
  furtherHitsId,
} from './destination-rows.ts'

/** The topmost folder that the reader has of somebody else's; null in the own files. */
export const foreignTopOf = ({ root, path }: FolderView): ParentRef | null =>
  root && root.attributes.access !== undefined ? (path[0] ?? parentRefOf(root)) : null

/** Path of the open folder, itself included; empty in lists. */
export const openFolderPathOf = ({ location, root, path }: FolderView): readonly ParentRef[] =>
  root && location.section === 'files' ? [...path, parentRefOf(root)] : []

/** Pause in ms after typing before the search. */
const searchDelayMs = 200

/**
 * Target folders to choose from: a tree of its own, loaded per level, below `top` or all own folders, with `path` expanded
 * at first; or the hits of a search.
 */
export const useDestinations = (
  query: string,
  home: string,
  start: () => { top: ParentRef | null; path: readonly ParentRef[] },
) => {
  const { api } = useFiles()
  const [{ top, path }] = useState(start)
  const key = top?.id ?? rootLevel
  const [failure, setFailure] = useState<LevelFailure | null>(null)
  const wanted = query.trim()
  const shown = useLatest(wanted)
  /** Drops failures of a list that is no longer shown. */
  const failIn = (of: string, failed: LevelFailure | null) => shown.current === of && setFailure(failed)
  const [tree] = useState(() => createFolderTree(api, {}, { root: key, onFailure: (failed) => failIn('', failed) }))
  const snapshot = useSnapshot(tree.state) as FolderTree['state']
  const [hits, setHits] = useState<DestinationHits | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let outdated = false
    setFailure(null)
    if (!wanted) setHits(null)
    const read = async () => {
      if (wanted) {
        const firstHits = await findFolderRows(wanted, top)
        if (!outdated) setHits(firstHits)
      } else if (!tree.state.levels[key]) {
        tree.seed({ [key]: await api.subfolders(top?.id ?? null) })
        tree.reveal(path, null)
      }
    }
    const fail = (error: unknown) => {
      if (outdated) return
      setHits(null)
      setFailure({ error, retry: () => setAttempt(attempt + 1) })
    }
    const timer = setTimeout(() => void read().catch(fail), wanted ? searchDelayMs : 0)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [wanted, attempt, api, tree, path, key, top])
  const loadMoreHits = async (before: DestinationHits): Promise<void> => {
    setFailure(null)
    try {
      const { rows, next } = await findFolderRows(before.query, top, before.next ?? undefined)
      setHits((now) => (now === before ? { ...now, rows: [...now.rows, ...rows], next } : now))
    } catch (error) {
      failIn(before.query, { error, retry: () => void loadMoreHits(before) })
    }
  }
  const hitRows = hits && [...hits.rows, ...(hits.next ? [{ more: furtherHitsId, level: 0 }] : [])]
  const root: DestinationRow = {
    id: top?.id ?? null,
    name: top?.name ?? home,
    level: 0,
    appearance: top,
    unfolded: null,
    badges: top?.badges ?? [],
    path: [],
  }
  return {
    tree,
    root,
    failure,
    loading: failure === null && (wanted ? hits === null : snapshot.levels[key] === undefined),
    loadMore: (level: string) => void (hits && level === furtherHitsId ? loadMoreHits(hits) : tree.loadMore(level)),
    rows: wanted ? (hitRows ?? []) : [root, ...destinationRows(snapshot, key, top ? [top] : [])],
  }
}

export type Destinations = ReturnType<typeof useDestinations>
