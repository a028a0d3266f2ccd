import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Item } from '../../../tree/contract.ts'
import { firstFile } from '../../client/viewer-source.ts'
import type { ViewerProps } from './types.ts'

export interface ViewerNavigation {
  item: Item | null
  /** Index in the list, folders included; -1 when not in it or not known yet. */
  index: number
  /** Index of the first file; null until it is known. */
  first: number | null
  total: number
  /** API error when the file could not be fetched. */
  error: unknown
  go: (step: 1 | -1) => void
  goTo: (index: number) => void
}

/** Position of the viewer in its list, and navigation to the files next to it, loaded on demand. */
export const useViewerNavigation = ({ source, id, known, onShow, onClose, find }: ViewerProps): ViewerNavigation => {
  useSyncExternalStore(source.subscribe, source.version, source.version)
  const [found, setFound] = useState<Item | null>(null)
  const [first, setFirst] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const index = source.indexOf(id)
  const total = source.total()
  const item = source.at(index) ?? (known?.id === id ? known : found?.id === id ? found : null)
  /** Last known index of the shown file, which may be removed while it is shown. */
  const last = useRef(-1)
  const latest = useRef({ onShow, onClose, find, known: item })
  latest.current = { onShow, onClose, find, known: item }

  /** Null once the viewer is closed. */
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
    let cancelled = false
    setError(null)
    if (source.indexOf(id) >= 0) return
    const search = async () => {
      const at = await source.locate(id).catch(() => -1)
      // A link to a file that is in no list here still shows it.
      if (at < 0 && latest.current.known?.id !== id) return (await latest.current.find?.(id)) ?? null
      return null
    }
    search().then(
      (located) => !cancelled && setFound(located),
      (problem) => !cancelled && setError(problem),
    )
    return () => {
      cancelled = true
    }
  }, [source, id])

  useEffect(() => {
    if (index >= 0) {
      last.current = index
      return
    }
    if (last.current < 0) return
    // The file was removed from the list: shows its neighbor, or closes the viewer without one.
    const next = [last.current, last.current - 1].find((at) => source.at(at)?.type === 'file')
    last.current = -1
    if (next === undefined) latest.current.onClose()
    else goTo.current(next)
  }, [index, source])

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
    go: (step) => goTo.current(index + step),
    goTo: (to) => goTo.current(to),
  }
}
