import { proxy, ref } from 'valtio'
import type { FoundItem, FoundUser, SearchQuery } from '../contract.ts'

/** ms after the last letter (UI.md §1, constants). */
const settle = 150

export interface Answer {
  items: FoundItem[]
  users: FoundUser[]
  more: boolean
}

export interface SearcherState {
  status: 'idle' | 'loading' | 'ready' | 'error'
  answer: Answer | null
  error: unknown
}

export type SearchCall = (query: SearchQuery, signal: AbortSignal) => Promise<Answer>

/** Asks the server after a short rest, and only ever shows the answer to what was asked last. */
export const createSearcher = (search: SearchCall, wait = settle) => {
  const state = proxy<SearcherState>({ status: 'idle', answer: null, error: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null
  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = null
  }
  const send = async (query: SearchQuery) => {
    const mine = new AbortController()
    running = mine
    try {
      const answer = await search(query, mine.signal)
      if (running !== mine) return
      Object.assign(state, { status: 'ready', answer: ref(answer), error: null })
    } catch (error) {
      if (running !== mine) return
      Object.assign(state, { status: 'error', answer: null, error: ref(error as object) })
    }
  }
  return {
    state,
    /** Null: nothing is asked for. The answer shown stays until the next one comes. */
    ask: (query: SearchQuery | null, at: 'rest' | 'once' = 'rest'): void => {
      stop()
      if (!query) {
        Object.assign(state, { status: 'idle', answer: null, error: null })
        return
      }
      state.status = 'loading'
      timer = setTimeout(() => void send(query), at === 'once' ? 0 : wait)
    },
    stop,
  }
}
