import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { foldText } from '../../../../shared/contract.ts'
import { call, useNow, useZone } from '../../../../web/ui.ts'
import { type FoundItem, type FoundItems, type FoundUsers, search } from '../../../search/contract.ts'
import {
  createSearcher,
  type NamedSearchQuery,
  recentItems,
  type SearchFilters,
  type SearchResults,
  searchesByFilters,
  searchQueryOf,
} from '../../../search/ui.ts'
import { browseLatest, showItem } from '../../../tree/contract.ts'
import type { FilesStore } from '../../client/files.store.ts'
import { localHits, visitedFolders, withParent } from '../../client/local-results.ts'
import { recentRows } from './result-rows.ts'

const noResults: SearchResults = { items: [], users: [], more: false, next: null, total: 0, complete: true }

/** Id of the folder with this name, or else of the best hit for it; undefined for none. */
const folderNamed = async (name: string, signal: AbortSignal): Promise<string | undefined> => {
  const { data } = (await call(search, {
    query: { query: name, filter: 'folder', per_page: 50 },
    signal,
  })) as FoundItems
  const exact = data.find((hit) => foldText(hit.data.attributes.name) === foldText(name))
  return (exact ?? data[0])?.data.id
}

const ask = async ({ inName, ...params }: NamedSearchQuery, signal: AbortSignal): Promise<SearchResults> => {
  const folder = inName ? await folderNamed(inName, signal) : undefined
  if (inName && !folder) return noResults
  const query = folder ? { ...params, in: folder } : params
  const response = await call(search, { query, signal })
  if (query.filter === 'users') {
    const users = (response as FoundUsers).data
    return { ...noResults, users, total: users.length }
  }
  const { data, meta } = response as FoundItems
  return { ...noResults, ...meta, next: meta.next_cursor, items: data }
}

/** Number of results on a page of all. */
const pageOfAll = 50
/** px; as `CommandDialog` and `Results` have them. `bars`: all but rows and headings, the row “Show more” included. */
const sizes = { phone: { row: 56, heading: 28, bars: 190 }, other: { row: 48, heading: 28, bars: 270 } }

/** Number of results that fit without scrolling, beside `others` rows of another group. */
const fittingCount = (others: number): number => {
  const { row, heading, bars } = window.innerWidth < 640 ? sizes.phone : sizes.other
  const margin = window.innerWidth < 1536 ? 0 : 96
  const room = window.innerHeight - bars - margin - heading * (others > 0 ? 2 : 1)
  return Math.max(6, Math.min(20, Math.floor(room / row) - others))
}

const maxRecent = 6

/** Time in ms after which recent items that have not arrived are left out. */
const recentWaitMs = 3_000

/** Items opened from the search, then recent uploads; shown while nothing is typed. Null until both are known. */
const useRecent = (user: string): FoundItem[] | null => {
  const [recent, setRecent] = useState<FoundItem[] | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const timer = setTimeout(() => abort.abort(), recentWaitMs)
    let isClosed = false
    const uploads = call(browseLatest, { query: { per_page: maxRecent }, signal }).then(
      ({ data }) => data.map(({ data }) => withParent(data)),
      // The others are shown without them.
      () => [],
    )
    const hits = recentItems(user, (id) => call(showItem, { params: { id }, signal }))
    void Promise.all([hits, uploads]).then((found) => isClosed || setRecent(found.flat()))
    return () => {
      isClosed = true
      clearTimeout(timer)
      abort.abort()
    }
  }, [user])
  return recent
}

/**
 * Results of a query: at once the rows that this tab knows, then the server's. `files`: null outside the files screens.
 * `all`: the first query shows a page of all. `others`: number of rows of other groups, which leave less room.
 */
export const useSearchResults = (
  files: FilesStore | null,
  query: string,
  filters: SearchFilters,
  user: string,
  { all = false, others = 0 }: { all?: boolean; others?: number } = {},
) => {
  const now = useNow()
  const zone = useZone()
  const [searcher] = useState(() => createSearcher(ask))
  const { status, results, error } = useSnapshot(searcher.state) as typeof searcher.state
  const queryKey = JSON.stringify([query, filters])
  const [expandedQuery, setExpandedQuery] = useState(all ? queryKey : '')
  const recent = useRecent(user)
  const opened = files?.current().location
  const folder = opened?.section === 'files' ? opened.id : null
  const expanded = expandedQuery === queryKey
  const asks = query !== '' || searchesByFilters(filters)

  const paramsOf = (): NamedSearchQuery | null => {
    if (!asks) return null
    const params = { ...searchQueryOf(query, filters, folder, now, zone), inName: filters.inName }
    return filters.people ? params : { ...params, per_page: expanded ? pageOfAll : fittingCount(others) }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the text and its filters
  useEffect(() => searcher.ask(paramsOf(), expanded ? 'now' : 'debounced'), [queryKey, expanded])
  useEffect(() => searcher.stop, [searcher])

  const modifiedSince = filters.span ? (searchQueryOf('x', filters, null, now, zone).from ?? '') : ''
  const loading = status === 'loading'
  const items =
    loading || !results
      ? files
        ? localHits(files, query, filters, { userId: user, modifiedSince, zone })
        : []
      : results.items
  // The previous results stay until new ones arrive.
  const previousItems = loading && items.length === 0 ? (results?.items ?? []) : null
  return {
    /** Something is searched: a text, or files by filters only. */
    asks,
    status,
    error,
    items: asks ? (previousItems ?? items) : [],
    users: asks ? (results?.users ?? []) : [],
    /** Whether the shown results belong to an earlier query. */
    stale: { items: previousItems !== null, users: loading },
    recent: asks ? [] : recentRows(files ? visitedFolders(files) : [], recent),
    /** More recent items may arrive. */
    recentPending: !asks && recent === null,
    total: results?.total ?? 0,
    complete: results?.complete ?? true,
    more: (results?.more ?? false) && status === 'ready',
    all: expanded,
    showMore: () => (expanded ? void searcher.more() : setExpandedQuery(queryKey)),
    retry: () => (results ? void searcher.more() : searcher.ask(paramsOf(), 'now')),
  }
}
