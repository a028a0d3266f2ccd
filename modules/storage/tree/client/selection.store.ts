import { proxy } from 'valtio'
import { counterBelow, inRanges, type Ranges, rangesLength, withoutRange, withRange } from './ranges.ts'
import type { IndexedItem } from './rows.ts'

interface SelectionState {
  /** Incremented with each change. The sets are kept outside of the proxy. */
  version: number
  /** Row with the keyboard focus; -1 for none. */
  cursor: number
  /** Touch selection mode: taps toggle instead of opening. */
  multi: boolean
}

/** The rows the selection refers to. Ids exist for loaded rows only. */
interface SelectableRows {
  idAt: (index: number) => string | undefined
  total: () => number
  /** The first row that is shown, where a range without an anchor begins; 0 by default. */
  first?: () => number
}

/** The selected rows, for actions. */
export type SelectedRows =
  | { kind: 'some'; ids: ReadonlySet<string>; unloaded: Ranges }
  | { kind: 'allExcept'; except: ReadonlySet<string>; unloaded: Ranges }

/** The selected rows: loaded ones by id, others by range, or all except some. Selecting all of 100,000 is one flag. */
export const createSelection = (rows: SelectableRows) => {
  const state = proxy<SelectionState>({ version: 0, cursor: -1, multi: false })
  let inverse = false
  let ids = new Set<string>()
  let ranges: Ranges = []
  let anchor = -1

  const changed = () => {
    state.version += 1
  }
  /** Adds [from, to) to `ids` and `ranges` or removes it. `inverse` decides whether these are selected or excluded. */
  const setRange = (from: number, to: number, on: boolean) => {
    let unknownFrom = -1
    const flush = (end: number) => {
      if (unknownFrom < 0) return
      ranges = on ? withRange(ranges, unknownFrom, end) : withoutRange(ranges, unknownFrom, end)
      unknownFrom = -1
    }
    for (let index = from; index < to; index += 1) {
      const id = rows.idAt(index)
      if (id === undefined) {
        if (unknownFrom < 0) unknownFrom = index
        continue
      }
      flush(index)
      if (on) ids.add(id)
      else ids.delete(id)
    }
    flush(to)
  }
  const reset = () => {
    inverse = false
    ids = new Set()
    ranges = []
  }
  const isInSet = (index: number, id: string | undefined) => (id === undefined ? inRanges(ranges, index) : ids.has(id))

  return {
    state,
    has: (index: number): boolean => isInSet(index, rows.idAt(index)) !== inverse,
    count: (): number => {
      const number = ids.size + rangesLength(ranges)
      return inverse ? Math.max(0, rows.total() - number) : number
    },
    picked: (): SelectedRows =>
      inverse ? { kind: 'allExcept', except: ids, unloaded: ranges } : { kind: 'some', ids, unloaded: ranges },
    /** A plain click or an arrow key. */
    only: (index: number): void => {
      reset()
      setRange(index, index + 1, true)
      anchor = index
      state.cursor = index
      changed()
    },
    toggle: (index: number): void => {
      const on = isInSet(index, rows.idAt(index)) !== inverse
      setRange(index, index + 1, inverse ? on : !on)
      anchor = index
      state.cursor = index
      changed()
    },
    /** Selects from the anchor to `index`; `add` keeps the rest of the selection. */
    extend: (index: number, { add = false } = {}): void => {
      if (!add) reset()
      const from = anchor < 0 ? (rows.first?.() ?? 0) : anchor
      setRange(Math.min(from, index), Math.max(from, index) + 1, !inverse)
      state.cursor = index
      changed()
    },
    all: ({ everythingKnown }: { everythingKnown: boolean }): void => {
      reset()
      if (everythingKnown) setRange(0, rows.total(), true)
      else inverse = true
      changed()
    },
    /** Deselects all rows. The next range begins at the focused row. */
    clear: (): void => {
      reset()
      state.multi = false
      anchor = state.cursor
      changed()
    },
    focus: (index: number): void => {
      state.cursor = index
    },
    /** Shifts focus, anchor and selected rows that are not loaded by this many rows. */
    shift: (by: number): void => {
      const last = rows.total() - 1
      if (state.cursor >= 0) state.cursor = Math.max(-1, Math.min(state.cursor + by, last))
      if (anchor >= 0) anchor = Math.max(-1, Math.min(anchor + by, last))
      ranges = ranges.flatMap(([from, to]) => {
        const shifted = [Math.max(0, from + by), Math.min(to + by, last + 1)] as const
        return shifted[0] < shifted[1] ? [shifted] : []
      })
    },
    /** Call after rows were removed (ascending): focuses the row that follows, where the next range begins. */
    rowsRemoved: (removed: readonly IndexedItem[]): void => {
      const below = counterBelow(removed.map(({ index }) => [index, index + 1]))
      const moved = (index: number) => index - below(index)
      for (const { item } of removed) ids.delete(item.id)
      ranges = ranges.flatMap(([from, to]) => (moved(from) < moved(to) ? [[moved(from), moved(to)]] : []))
      state.cursor = Math.min(moved(state.cursor), rows.total() - 1)
      anchor = state.cursor
      changed()
    },
    /**
     * Keeps only ids of loaded rows: an action accepts no others. Exceptions stay until all rows are known, because a
     * missing exception would be acted on.
     */
    retainLoaded: (isLoaded: (id: string) => boolean, everythingKnown: boolean): void => {
      if (inverse && !everythingKnown) return
      const kept = new Set(Array.from(ids).filter(isLoaded))
      if (kept.size === ids.size) return
      ids = kept
      changed()
    },
    /** Selects the rows under a rectangle, alone or in addition to `before`. The focus is on the last of them. */
    selectRanges: (before: SelectedRows, rows: Ranges, { add = false } = {}): void => {
      reset()
      if (add) {
        inverse = before.kind === 'allExcept'
        ids = new Set(before.kind === 'allExcept' ? before.except : before.ids)
        ranges = before.unloaded
      }
      for (const [from, to] of rows) setRange(from, to, !inverse)
      state.cursor = (rows.at(-1)?.[1] ?? state.cursor + 1) - 1
      anchor = rows[0]?.[0] ?? state.cursor
      changed()
    },
    /** Restores the selection of a cached view. */
    restore: (picked: SelectedRows, cursor: number): void => {
      inverse = picked.kind === 'allExcept'
      ids = new Set(picked.kind === 'allExcept' ? picked.except : picked.ids)
      ranges = picked.unloaded
      state.cursor = cursor
      anchor = cursor
      changed()
    },
    /** Rows of a range were loaded: replaces their indexes by ids. */
    resolveRange: (from: number, to: number): void => {
      if (ranges.length === 0) return
      for (let index = from; index < to; index += 1) {
        const id = rows.idAt(index)
        if (id === undefined || !inRanges(ranges, index)) continue
        ranges = withoutRange(ranges, index, index + 1)
        ids.add(id)
      }
    },
    /** An optimistic item got its server id. */
    replaceId: (from: string, to: string): void => {
      if (!ids.delete(from)) return
      ids.add(to)
      changed()
    },
    setMulti: (on: boolean): void => {
      state.multi = on
      if (!on) reset()
      changed()
    },
  }
}

export type SelectionStore = ReturnType<typeof createSelection>
