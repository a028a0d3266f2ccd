import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Item } from '../../../tree/contract.ts'
import { firstFile } from '../../client/viewer-source.ts'
import type { ViewerProps } from './types.ts'

export interface Look {
  item: Item | null
  /** Position in the list, folders included; −1: not in it, or not known yet. */
  index: number
  /** Position of the first file; null while it is not known. */
  first: number | null
  total: number
  /** The refusal when the file could not be had. */
  error: unknown
  go: (step: 1 | -1) => void
  goTo: (index: number) => void
}

/** Where in the list the viewer is, and the way to the files beside it, loaded as they are needed. */
export const useLook = ({ source, id, known, onShow, onClose, find }: ViewerProps): Look => {
  useSyncExternalStore(source.subscribe, source.version, source.version)
  const [found, setFound] = useState<Item | null>(null)
  const [first, setFirst] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const index = source.indexOf(id)
  const total = source.total()
  const item = source.at(index) ?? (known?.id === id ? known : found?.id === id ? found : null)
  /** Where the file on show was last seen: it may be removed while it is looked at. */
  const last = useRef(-1)
  const latest = useRef({ onShow, onClose, find, known: item })
  latest.current = { onShow, onClose, find, known: item }

  const goTo = useRef((_to: number) => {})
  goTo.current = (to: number) => {
    if (to < 0 || to >= total) return
    const there = source.at(to)
    if (there?.type === 'file') return onShow(there)
    source.ensure(to, to + 1).then(() => {
      const loaded = source.at(to)
      if (loaded?.type === 'file') latest.current.onShow(loaded)
    }, setError)
  }

  useEffect(() => {
    let gone = false
    setError(null)
    if (source.indexOf(id) >= 0) return
    const search = async () => {
      const at = await source.locate(id).catch(() => -1)
      // In no list here, yet maybe a file all the same: a link to it is enough.
      if (at < 0 && latest.current.known?.id !== id) return (await latest.current.find?.(id)) ?? null
      return null
    }
    search().then(
      (one) => !gone && setFound(one),
      (problem) => !gone && setError(problem),
    )
    return () => {
      gone = true
    }
  }, [source, id])

  useEffect(() => {
    if (index >= 0) {
      last.current = index
      return
    }
    if (last.current < 0) return
    // It was in the list and is not any more: its neighbour takes its place, the last one closes.
    const next = [last.current, last.current - 1].find((at) => source.at(at)?.type === 'file')
    last.current = -1
    if (next === undefined) latest.current.onClose()
    else goTo.current(next)
  }, [index, source])

  const file = index >= 0 && source.at(index)?.type === 'file'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of length may move the border
  useEffect(() => {
    if (!file) return
    let gone = false
    firstFile(source, source.indexOf(id)).then(
      (border) => !gone && setFirst(border),
      () => !gone && setFirst(null),
    )
    return () => {
      gone = true
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
