import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { searchOfEntry } from '../../../../web/ui.ts'
import type { SearchFilters } from '../../../search/ui.ts'
import type { ResultRow } from './result-rows.ts'

/** The results that a hit was opened from, as the history entry keeps them. */
interface LeftSearch {
  text: string
  filters: SearchFilters
  /** All results were shown. */
  all: boolean
  /** Id of the opened row. */
  opened: string
  scrollTop: number
}

/** Keeps it in the current history entry, so that Back leads to the results again; undefined removes it. */
const setSearchOfEntry = (search: LeftSearch | undefined): void =>
  history.replaceState({ ...history.state, search }, '')

/** State of the search when one of its results was opened from this history entry, and functions to keep and forget it. */
export const useSearchReturn = (list: RefObject<HTMLElement | null>) => {
  const [left] = useState(() => searchOfEntry() as LeftSearch | undefined)
  const [href] = useState(() => location.href)
  return {
    left,
    /** Keeps the search for Back. */
    keep: (search: Omit<LeftSearch, 'scrollTop'>): void =>
      setSearchOfEntry({ ...search, scrollTop: list.current?.scrollTop ?? 0 }),
    /** The user is done with the search. Not after Back, which has left its entry already. */
    forget: (): void => {
      if (location.href === href && searchOfEntry()) setSearchOfEntry(undefined)
    },
  }
}

/** Once the results are there again: scrolls as far as before and activates the row that was opened. */
export const usePlacedRows = (
  list: RefObject<HTMLElement | null>,
  left: LeftSearch | undefined,
  rows: readonly ResultRow[],
  ready: boolean,
  activate: (index: number) => void,
): void => {
  const placed = useRef(!left)
  useLayoutEffect(() => {
    if (placed.current || !left || !ready) return
    placed.current = true
    if (list.current) list.current.scrollTop = left.scrollTop
    const index = rows.findIndex(({ id }) => id === left.opened)
    if (index >= 0) activate(index)
  })
}
