import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { call } from '../../../../web/ui.ts'
import { type FoundItem, type FoundItems, type FoundUsers, type SearchQuery, search } from '../../../search/contract.ts'
import { type Answer, createSearcher, type Filters, queryOf, recents } from '../../../search/ui.ts'
import { browseLatest } from '../../../tree/contract.ts'
import { localHits, visited } from '../../client/spotlight-local.ts'
import { useFiles } from '../context.ts'

const ask = async (query: SearchQuery, signal: AbortSignal): Promise<Answer> => {
  const found = await call(search, { query, signal })
  if (query.filter === 'users') return { items: [], users: (found as FoundUsers).data, more: false }
  const { data, meta } = found as FoundItems
  return { items: data, users: [], more: meta.more }
}

/** Rows of the longer answer, which the last line asks for. */
const longer = 50
const mostRecent = 6

/** What lately came in, from the server: a first look while nothing is typed. */
const useUploaded = (): FoundItem[] => {
  const [uploaded, setUploaded] = useState<FoundItem[]>([])
  useEffect(() => {
    const gone = new AbortController()
    call(browseLatest, { query: { per_page: mostRecent }, signal: gone.signal }).then(
      ({ data }) =>
        setUploaded(
          data.map(({ data }) => {
            const parent = data.relationships.parent?.data
            const path = parent ? [{ id: parent.id, name: parent.attributes.name, color: null, emoji: null }] : []
            return { data, meta: { path } }
          }),
        ),
      // What this browser remembers is shown without them.
      () => undefined,
    )
    return () => gone.abort()
  }, [])
  return uploaded
}

/** What the search shows for a text and its filters: at once what this tab knows, then what the server finds. */
export const useFound = (text: string, filters: Filters, user: string) => {
  const { files } = useFiles()
  const [searcher] = useState(() => createSearcher(ask))
  const { status, answer, error } = useSnapshot(searcher.state) as typeof searcher.state
  const [wide, setWide] = useState('')
  const uploaded = useUploaded()
  const query = text.trim()
  const asked = JSON.stringify([query, filters])
  const folder = files.current().place.view === 'files' ? files.current().place.id : null
  const all = wide === asked

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the text and its filters
  useEffect(() => {
    const params = query ? queryOf(query, filters, folder, Date.now()) : null
    searcher.ask(params && all ? { ...params, per_page: longer } : params, all ? 'once' : 'rest')
  }, [asked, all])
  useEffect(() => searcher.stop, [searcher])

  const since = filters.span ? (queryOf('x', filters, null, Date.now()).from ?? '') : ''
  const loading = status === 'loading'
  const items = loading || !answer ? localHits(files, query, filters, since) : answer.items
  // Until the answer comes, the list does not go empty: what was found before stays.
  const former = loading && items.length === 0 ? (answer?.items ?? []) : null
  const recent = [...recents(user), ...visited(files), ...uploaded]
  return {
    status,
    error,
    items: query ? (former ?? items) : [],
    users: query ? (answer?.users ?? []) : [],
    /** What is shown answers something that is not asked any more. */
    stale: { items: former !== null, users: loading },
    recent: query ? [] : recent,
    more: !all && (answer?.more ?? false) && status === 'ready',
    showAll: () => setWide(asked),
    retry: () => searcher.ask(query ? queryOf(query, filters, folder, Date.now()) : null, 'once'),
  }
}
