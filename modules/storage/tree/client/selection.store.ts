import { proxy } from 'valtio'
import { inRanges, lengthOf, type Ranges, withoutRange, withRange } from './ranges.ts'

export interface SelectionState {
  /** Grows with each change; the sets are kept outside of the proxy. */
  version: number
  /** Row with the keyboard's focus; -1: none yet. */
  cursor: number
  /** Touch: taps toggle instead of opening. */
  multi: boolean
}

/** What is asked of the rows: their ids as far as loaded. */
export interface Rows {
  idAt: (index: number) => string | undefined
  total: () => number
}

/** What the selection is, for those who act on it. */
export type Picked =
  | { kind: 'some'; ids: ReadonlySet<string>; unloaded: Ranges }
  | { kind: 'allBut'; except: ReadonlySet<string>; unloaded: Ranges }

/**
 * Which rows are selected: known ones by id, never loaded ones by range, or everything but some. Choosing all of
 * 100,000 is one flag.
 */
export const createSelection = (rows: Rows) => {
  const state = proxy<SelectionState>({ version: 0, cursor: -1, multi: false })
  let inverse = false
  let ids = new Set<string>()
  let ranges: Ranges = []
  let anchor = -1

  const changed = () => {
    state.version += 1
  }
  /** Marks [from, to): belonging to `ids`/`ranges`, whatever these mean just now. */
  const mark = (from: number, to: number, on: boolean) => {
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
  const marked = (index: number, id: string | undefined) => (id === undefined ? inRanges(ranges, index) : ids.has(id))

  return {
    state,
    has: (index: number): boolean => marked(index, rows.idAt(index)) !== inverse,
    count: (): number => {
      const number = ids.size + lengthOf(ranges)
      return inverse ? Math.max(0, rows.total() - number) : number
    },
    picked: (): Picked =>
      inverse ? { kind: 'allBut', except: ids, unloaded: ranges } : { kind: 'some', ids, unloaded: ranges },
    /** A plain click, or an arrow key. */
    only: (index: number): void => {
      reset()
      mark(index, index + 1, true)
      anchor = index
      state.cursor = index
      changed()
    },
    toggle: (index: number): void => {
      const on = marked(index, rows.idAt(index)) !== inverse
      mark(index, index + 1, inverse ? on : !on)
      anchor = index
      state.cursor = index
      changed()
    },
    /** From the anchor to `index`; `add` keeps what else is selected. */
    extend: (index: number, add = false): void => {
      if (!add) reset()
      const from = anchor < 0 ? 0 : anchor
      mark(Math.min(from, index), Math.max(from, index) + 1, !inverse)
      state.cursor = index
      changed()
    },
    all: (everythingKnown: boolean): void => {
      reset()
      if (everythingKnown) mark(0, rows.total(), true)
      else inverse = true
      changed()
    },
    clear: (): void => {
      reset()
      state.multi = false
      changed()
    },
    focus: (index: number): void => {
      state.cursor = index
    },
    /** The rows of focus and anchor have moved by so many lines. */
    shift: (by: number): void => {
      const last = rows.total() - 1
      if (state.cursor >= 0) state.cursor = Math.max(-1, Math.min(state.cursor + by, last))
      if (anchor >= 0) anchor = Math.max(-1, Math.min(anchor + by, last))
    },
    /** Only these stay selected: the others are gone. */
    retain: (there: (id: string) => boolean): void => {
      const kept = new Set(Array.from(ids).filter(there))
      if (kept.size === ids.size) return
      ids = kept
      changed()
    },
    /** A rectangle over rows: they alone, or with what was selected `before`. */
    sweep: (before: Picked, rows: Ranges, add: boolean): void => {
      reset()
      if (add) {
        inverse = before.kind === 'allBut'
        ids = new Set(before.kind === 'allBut' ? before.except : before.ids)
        ranges = before.unloaded
      }
      for (const [from, to] of rows) mark(from, to, !inverse)
      anchor = rows[0]?.[0] ?? anchor
      changed()
    },
    /** Restores what was selected when the folder was left. */
    restore: (picked: Picked, cursor: number): void => {
      inverse = picked.kind === 'allBut'
      ids = new Set(picked.kind === 'allBut' ? picked.except : picked.ids)
      ranges = picked.unloaded
      state.cursor = cursor
      anchor = cursor
      changed()
    },
    /** Rows of a range have been loaded: from now on their ids count. */
    absorb: (from: number, to: number): void => {
      if (ranges.length === 0) return
      for (let index = from; index < to; index += 1) {
        const id = rows.idAt(index)
        if (id === undefined || !inRanges(ranges, index)) continue
        ranges = withoutRange(ranges, index, index + 1)
        ids.add(id)
      }
    },
    /** A provisional item has got its real id. */
    rename: (from: string, to: string): void => {
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
