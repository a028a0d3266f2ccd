import { useCallback, useEffect, useState } from 'react'
import { createLatestRequest } from './latest-request.ts'
import { useLatest } from './useLatest.ts'

interface Page<Row> {
  rows: readonly Row[]
  /** Cursor of the next page; null at the end. */
  next: string | null
}

interface Pages<Row> {
  /** Rows of all loaded pages; null before the first. */
  rows: readonly Row[] | null
  hasMore: boolean
  isLoading: boolean
  /** Error of the last load, until one has succeeded or the keys change: what shows it stays while it is retried. */
  error: unknown
  /** Loads the next page. */
  more: () => void
  /** Loads the page that could not be loaded. Resolves when the load has ended, also with an error. */
  retry: () => Promise<void>
}

/**
 * Loads a list of a component page by page. It begins with `first`, else with a load after it is mounted; after each change
 * of `keys` the first page is loaded again and replaces all, but not where `first` was given: there a React key is needed.
 */
export const usePages = <Row>(
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  keys: readonly unknown[],
  first: Page<Row> | null = null,
): Pages<Row> => {
  const [pages, setPages] = useState(first)
  const [isLoading, setLoading] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown; cursor: string | undefined } | null>(null)
  const [requests] = useState(createLatestRequest)
  const latest = useLatest(load)
  const read = useCallback(
    async (cursor?: string) => {
      const signal = requests.begin()
      setLoading(true)
      try {
        const page = await latest.current(cursor, signal)
        if (signal.aborted) return
        setFailure(null)
        setPages((before) => (cursor && before ? { ...page, rows: [...before.rows, ...page.rows] } : page))
      } catch (error) {
        if (signal.aborted) return
        setFailure({ error, cursor })
      }
      setLoading(false)
    },
    [requests],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the rows depend on
  useEffect(() => {
    setFailure(null)
    if (!first) void read()
    return requests.abort
  }, [read, ...keys])
  return {
    rows: pages?.rows ?? null,
    hasMore: Boolean(pages?.next),
    isLoading,
    error: failure?.error ?? null,
    more: () => void (pages?.next && read(pages.next)),
    retry: () => read(failure?.cursor),
  }
}
