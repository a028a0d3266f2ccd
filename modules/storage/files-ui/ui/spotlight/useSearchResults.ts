import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { call } from '../../../../web/ui.ts'
import { type FoundItem, type FoundItems, type FoundUsers, type SearchQuery, search } from '../../../search/contract.ts'
import { createSearcher, type Filters, queryOf, recentItems, type SearchResults } from '../../../search/ui.ts'
import { browseLatest } from '../../../tree/contract.ts'
import { localHits, visitedFolders } from '../../client/spotlight-local.ts'
import { useFiles } from '../context.ts'

const ask = async (query: SearchQuery, signal: AbortSignal): Promise<SearchResults> => {
  const found = await call(search, { query, signal })
  if (query.filter === 'users') return { items: [], users: (found as FoundUsers).data, more: false }
  const { data, meta } = found as FoundItems
  return { items: data, users: [], more: meta.more }
}

/** Number of results after “show all”. */
const allResultsCount = 50
const maxRecent = 6

/** Recent uploads, shown while nothing is typed. */
const useUploaded = (): FoundItem[] => {
  const [uploaded, setUploaded] = useState<FoundItem[]>([])
  useEffect(() => {
    const abort = new AbortController()
    call(browseLatest, { query: { per_page: maxRecent }, signal: abort.signal }).then(
      ({ data }) =>
        setUploaded(
          data.map(({ data }) => {
            const parent = data.relationships.parent?.data
            const path = parent ? [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }] : []
            return { data, meta: { path } }
          }),
        ),
      // Recent searches of this browser are shown without them.
      () => undefined,
    )
    return () => abort.abort()
  }, [])
  return uploaded
}

/** Results of a query: rows this tab knows at once, then those of the server. */
export const useSearchResults = (text: string, filters: Filters, user: string) => {
  const { files } = useFiles()
  const [searcher] = useState(() => createSearcher(ask))
  const { status, results, error } = useSnapshot(searcher.state) as typeof searcher.state
  const [expandedQuery, setExpandedQuery] = useState('')
  const uploaded = useUploaded()
  const query = text.trim()
  const queryKey = JSON.stringify([query, filters])
  const folder = files.current().location.view === 'files' ? files.current().location.id : null
  const expanded = expandedQuery === queryKey

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the text and its filters
  useEffect(() => {
    const params = query ? queryOf(query, filters, folder, Date.now()) : null
    searcher.ask(params && expanded ? { ...params, per_page: allResultsCount } : params, expanded ? 'now' : 'debounced')
  }, [queryKey, expanded])
  useEffect(() => searcher.stop, [searcher])

  const modifiedSince = filters.span ? (queryOf('x', filters, null, Date.now()).from ?? '') : ''
  const loading = status === 'loading'
  const items = loading || !results ? localHits(files, query, filters, modifiedSince) : results.items
  // The previous results stay until new ones arrive.
  const previousItems = loading && items.length === 0 ? (results?.items ?? []) : null
  const recent = [...recentItems(user), ...visitedFolders(files), ...uploaded]
  return {
    status,
    error,
    items: query ? (previousItems ?? items) : [],
    users: query ? (results?.users ?? []) : [],
    /** Whether the shown results belong to an earlier query. */
    stale: { items: previousItems !== null, users: loading },
    recent: query ? [] : recent,
    more: !expanded && (results?.more ?? false) && status === 'ready',
    showAll: () => setExpandedQuery(queryKey),
    retry: () => searcher.ask(query ? queryOf(query, filters, folder, Date.now()) : null, 'now'),
  }
}
