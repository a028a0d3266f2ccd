import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CallError, useLatest } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { apiErrorOf } from '../../../tree/ui.ts'
import { firstFile, type ViewerSource } from '../../client/viewer-source.ts'
import type { ViewerProps } from './types.ts'

export interface ViewerNavigation {
  item: Item | null
  /** Index of the file in the list, folders included; -1 when it is not in it, or not known yet. */
  index: number
  /** Index of the first file; null until it is known. */
  first: number | null
  total: number
  /** API error when the file could not be fetched. */
  error: unknown
  /** Fetches the file again. */
  retry: () => void
  go: (step: 1 | -1) => void
  goTo: (index: number) => void
}

interface LastRow {
  source: ViewerSource
  item: Item
  index: number
  edits: number
}

/** The last row, if it is this file's in this list; else null. */
const rowOf = (row: LastRow | null, source: ViewerSource, id: string): LastRow | null =>
  row?.source === source && row.item.id === id ? row : null

/** Position of the viewer in its list, and navigation to the files next to it, loaded on demand. */
export const useViewerNavigation = ({ source, id, known, onShow, onClose, find }: ViewerProps): ViewerNavigation => {
  useSyncExternalStore(source.subscribe, source.version, source.version)
  const [found, setFound] = useState<Item | null>(null)
  const [first, setFirst] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const index = source.indexOf(id)
  const total = source.total()
  const edits = source.edits()
  /** The last row of the shown file, which may leave the loaded rows while it is shown. */
  const last = useRef<LastRow | null>(null)
  const row = source.at(index)
  const item = row ?? [found, last.current?.item, known].find((one) => one?.id === id) ?? null
  const latest = useLatest({ onShow, onClose, find, known: item })

  /** Id of the shown file; null once the viewer is closed. */
  const shown = useRef<string | null>(id)
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = null
    }
  }, [id])

  const goTo = useRef((_to: number) => {})
  goTo.current = (to: number) => {
    if (to < 0 || to >= total) return
    const target = source.at(to)
    if (target?.type === 'file') return onShow(target)
    source.ensure(to, to + 1).then(() => {
      const loaded = source.at(to)
      if (loaded?.type === 'file' && shown.current === id) latest.current.onShow(loaded)
    }, setError)
  }

  useEffect(() => {
    if (row) last.current = { source, item: row, index, edits }
  }, [source, row, index, edits])

  const isListed = index >= 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt searches again
  useEffect(() => {
    let cancelled = false
    setError(null)
    if (isListed) return setFound(null)
    const was = rowOf(last.current, source, id)
    /** Shows the neighbor of a file that was removed, or closes the viewer without one. */
    const leave = (at: number) => {
      const next = [at, at - 1].find((index) => source.at(index)?.type === 'file')
      if (next === undefined) latest.current.onClose()
      else goTo.current(next)
    }
    // The row was removed by an action of this page, whose request may be on its way: the server may still find the file.
    if (was && was.edits !== source.edits()) return leave(was.index)
    const search = async (): Promise<Item | null> => {
      const { find, known } = latest.current
      const isKnown = !was && known?.id === id
      const at = await source.locate(id).catch((problem: unknown) => {
        if (!find && !isKnown) throw problem
        return -1
      })
      if (at >= 0 || isKnown) return null
      // A file that is in no list of this page is shown by its link all the same, and a file that was moved elsewhere stays
      // shown.
      if (find) return find(id)
      throw new CallError(404, { code: 'item-not-found' })
    }
    search().then(
      (located) => !cancelled && setFound(located),
      (problem) => {
        if (cancelled) return
        if (was && apiErrorOf(problem).status === 404) leave(was.index)
        else setError(problem)
      },
    )
    return () => {
      cancelled = true
    }
  }, [source, id, isListed, attempt])

  const file = index >= 0 && source.at(index)?.type === 'file'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of length may move the border
  useEffect(() => {
    if (!file) return
    let cancelled = false
    firstFile(source, source.indexOf(id)).then(
      (border) => !cancelled && setFirst(border),
      () => !cancelled && setFirst(null),
    )
    return () => {
      cancelled = true
    }
  }, [source, file, total])

  useEffect(() => {
    if (index < 0) return
    source.ensure(Math.max(index - 2, 0), index + 3).catch(() => undefined)
  }, [source, index])

  return {
    item,
    index,
    first,
    total,
    error,
    retry: () => setAttempt(attempt + 1),
    go: (step) => {
      const was = isListed ? null : rowOf(last.current, source, id)
      // The file left the list, and the next one has its index now.
      goTo.current(was ? was.index + Math.min(step, 0) : index + step)
    },
    goTo: (to) => goTo.current(to),
  }
}
