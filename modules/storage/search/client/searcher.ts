import { proxy, ref } from 'valtio'
import type { FoundItem, FoundUser, SearchQuery } from '../contract.ts'

/** Pause in ms after the last key. */
const debounceMs = 150

export interface SearchResults {
  items: FoundItem[]
  users: FoundUser[]
  more: boolean
  /** Cursor of the further ones. */
  next: string | null
  /** Number of all hits; not `complete` when there are more than the server read. */
  total: number
  complete: boolean
}

interface SearcherState {
  status: 'idle' | 'loading' | 'ready' | 'error'
  results: SearchResults | null
  error: unknown
}

/** `inName`: below the folder of this name. */
export type NamedSearchQuery = SearchQuery & { inName?: string }
type SearchCall = (query: NamedSearchQuery, signal: AbortSignal) => Promise<SearchResults>

/** Debounced search. Drops responses that a newer query has overtaken. */
export const createSearcher = (search: SearchCall, delayMs = debounceMs) => {
  const state = proxy<SearcherState>({ status: 'idle', results: null, error: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | null = null
  /** The query of the results. */
  let answered: NamedSearchQuery | null = null
  const stop = () => {
    clearTimeout(timer)
    current?.abort()
    current = null
  }
  const send = async (query: NamedSearchQuery) => {
    const request = new AbortController()
    current = request
    try {
      const results = await search(query, request.signal)
      if (current !== request) return
      answered = query
      Object.assign(state, { status: 'ready', results: ref(results), error: null })
    } catch (error) {
      if (current !== request) return
      Object.assign(state, { status: 'error', results: null, error: ref(error as object) })
    }
  }
  return {
    state,
    /** Null clears the results. Otherwise the old results stay until the new ones arrive. */
    ask: (query: NamedSearchQuery | null, when: 'debounced' | 'now' = 'debounced'): void => {
      stop()
      if (!query) {
        Object.assign(state, { status: 'idle', results: null, error: null })
        return
      }
      state.status = 'loading'
      timer = setTimeout(() => void send(query), when === 'now' ? 0 : delayMs)
    },
    /** Appends the following results. When that fails, the earlier results stay. */
    more: async (): Promise<void> => {
      const { results } = state
      if (!answered || !results?.next) return
      stop()
      const request = new AbortController()
      current = request
      try {
        const page = await search({ ...answered, cursor: results.next }, request.signal)
        if (current !== request) return
        const items = [...results.items, ...page.items]
        Object.assign(state, { status: 'ready', results: ref({ ...page, items }), error: null })
      } catch (error) {
        if (current === request) Object.assign(state, { status: 'error', error: ref(error as object) })
      }
    },
    stop,
  }
}
