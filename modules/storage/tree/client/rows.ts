import type { Item } from '../contract.ts'
import { counterBelow, type Ranges, shiftOfInserts } from './ranges.ts'

export interface IndexedItem {
  index: number
  item: Item
}

/**
 * Sparse rows by index and by id, with the cursors of pages that start at a row. Inserting and removing shifts the rows
 * below.
 */
export const createRows = () => {
  let rows = new Map<number, Item>()
  let indexes = new Map<string, number>()
  /** Row index → cursor of the page that starts there. */
  let cursors = new Map<number, string>()

  const rebuild = (next: Iterable<readonly [number, Item]>) => {
    rows = new Map(next)
    indexes = new Map(Array.from(rows, ([index, item]) => [item.id, index]))
  }
  const moveCursors = (move: (index: number) => number) => {
    cursors = new Map(Array.from(cursors, ([index, cursor]) => [move(index), cursor]))
  }

  return {
    at: (index: number): Item | undefined => rows.get(index),
    has: (index: number): boolean => rows.has(index),
    /** -1 when the item is not loaded. */
    indexOf: (id: string): number => indexes.get(id) ?? -1,
    find: (id: string): Item | undefined => rows.get(indexes.get(id) ?? -1),
    count: (): number => rows.size,
    /** Loaded rows in the order of their indexes. */
    known: (): IndexedItem[] =>
      Array.from(rows, ([index, item]) => ({ index, item })).sort((a, b) => a.index - b.index),
    cursorAt: (index: number): string | undefined => cursors.get(index),
    setCursor: (index: number, cursor: string): void => void cursors.set(index, cursor),
    /** Moves each row to a new index, or drops it (null). Drops the cursors. */
    remap(move: (index: number, item: Item) => number | null): void {
      const moved = Array.from(rows).flatMap(([index, item]) => {
        const to = move(index, item)
        return to === null ? [] : [[to, item] as const]
      })
      rebuild(moved)
      cursors = new Map()
    },
    /** Sets the rows from `start` on. Former positions of these items become unloaded. */
    setFrom(start: number, items: readonly Item[]): void {
      items.forEach((item, offset) => {
        const index = start + offset
        const before = indexes.get(item.id)
        if (before !== undefined && before !== index) rows.delete(before)
        const current = rows.get(index)
        if (current && current.id !== item.id && indexes.get(current.id) === index) indexes.delete(current.id)
        rows.set(index, item)
        indexes.set(item.id, index)
      })
    },
    /**
     * Inserts rows at their indexes in the resulting list of `total` and more rows, at the end at most, and shifts the
     * others. Ignores items that have a row already. All at once, because each rebuild copies all rows. Returns their
     * number.
     */
    insertMany(placed: readonly IndexedItem[], total: number): number {
      const added = new Map<string, IndexedItem>()
      for (const row of placed.toSorted((a, b) => a.index - b.index))
        if (!indexes.has(row.item.id) && !added.has(row.item.id)) added.set(row.item.id, row)
      if (added.size === 0) return 0
      let next = 0
      const inserted = Array.from(added.values(), ({ index, item }, earlier) => {
        const newIndex = Math.max(next, Math.min(index, total + earlier))
        next = newIndex + 1
        return [newIndex, item] as const
      })
      const move = shiftOfInserts(inserted.map(([newIndex]) => newIndex))
      rebuild([...Array.from(rows, ([index, row]) => [move(index), row] as const), ...inserted])
      moveCursors(move)
      return inserted.length
    },
    /** Replaces the row of `id` by another item. */
    replace(id: string, item: Item): boolean {
      const index = indexes.get(id)
      if (index === undefined) return false
      indexes.delete(id)
      rows.set(index, item)
      indexes.set(item.id, index)
      return true
    },
    /**
     * Removes loaded rows by id and others by range. Returns the loaded ones with their indexes, and the total count.
     */
    remove(ids: ReadonlySet<string>, unloaded: Ranges): { removed: IndexedItem[]; count: number } {
      const removed: IndexedItem[] = []
      const removedRanges: [number, number][] = unloaded.map(([from, to]) => [from, to])
      for (const id of ids) {
        const index = indexes.get(id)
        const item = index === undefined ? undefined : rows.get(index)
        if (index === undefined || !item) continue
        removed.push({ index, item })
        removedRanges.push([index, index + 1])
      }
      removedRanges.sort((a, b) => a[0] - b[0])
      const countBelow = counterBelow(removedRanges)
      const move = (index: number) => index - countBelow(index)
      rebuild(Array.from(rows).flatMap(([index, item]) => (ids.has(item.id) ? [] : [[move(index), item] as const])))
      moveCursors(move)
      return {
        removed: removed.sort((a, b) => a.index - b.index),
        count: removedRanges.reduce((sum, [from, to]) => sum + to - from, 0),
      }
    },
  }
}

export type Rows = ReturnType<typeof createRows>
