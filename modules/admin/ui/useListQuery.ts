import { useState } from 'react'
import { navigateInPlace, useData, useLatest, useNavigationDeclined } from '../../web/ui.ts'

interface Request<Query> {
  query: Query
  /** Data of the page when the request was sent. Once the page has other data, the request is over. */
  data: unknown
}

/**
 * The query of a list whose state is in the URL: the requested query while the response is pending, otherwise the page's.
 * Fields show it and links are built from it, so that a second change before a slow response keeps the first one.
 */
export const useListQuery = <Query extends object>(shown: Query, hrefOf: (query: Query) => string) => {
  const data = useData<unknown>()
  const [request, setRequest] = useState<Request<Query> | null>(null)
  const query = request && request.data === data ? request.query : shown
  const latest = useLatest(query)
  useNavigationDeclined(() => setRequest(null))
  /** `replace`: the history gets no entry of its own. */
  const change = (values: Partial<Query>, { replace = false } = {}): void => {
    const next: Request<Query> = { query: { ...latest.current, ...values }, data }
    latest.current = next.query
    setRequest(next)
    void navigateInPlace(hrefOf(next.query), { overwriteLastHistoryEntry: replace })
  }
  return { query, change }
}

export type ListQuery<Query extends object> = ReturnType<typeof useListQuery<Query>>
