import type { Item } from '../contract.ts'
import { countBelow, type Ranges } from './ranges.ts'

export interface Placed {
  index: number
  item: Item
}

/**
 * Rows of a list by number, as far as they are known, each found by its id as well; and the cursors of the pages that
 * begin at a row. What comes and goes above a row moves it.
 */
export const createRows = () => {
  let rows = new Map<number, Item>()
  let indexes = new Map<string, number>()
  /** Row number → cursor of the page that begins there. */
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
    /** −1 when no known row is this item. */
    indexOf: (id: string): number => indexes.get(id) ?? -1,
    find: (id: string): Item | undefined => rows.get(indexes.get(id) ?? -1),
    count: (): number => rows.size,
    /** In their order. */
    known: (): Placed[] => Array.from(rows, ([index, item]) => ({ index, item })).sort((a, b) => a.index - b.index),
    cursorAt: (index: number): string | undefined => cursors.get(index),
    noteCursor: (index: number, cursor: string): void => void cursors.set(index, cursor),
    /** Each known row to where it belongs now, or nowhere (null). The cursors are forgotten. */
    rearrange(move: (index: number, item: Item) => number | null): void {
      const moved = Array.from(rows).flatMap(([index, item]) => {
        const to = move(index, item)
        return to === null ? [] : [[to, item] as const]
      })
      rebuild(moved)
      cursors = new Map()
    },
    /** Puts items into the rows from `start` on; where they or others stood before is unknown then. */
    place(start: number, items: readonly Item[]): void {
      items.forEach((item, offset) => {
        const index = start + offset
        const before = indexes.get(item.id)
        if (before !== undefined && before !== index) rows.delete(before)
        const there = rows.get(index)
        if (there && there.id !== item.id && indexes.get(there.id) === index) indexes.delete(there.id)
        rows.set(index, item)
        indexes.set(item.id, index)
      })
    },
    /** One more row; those from there on move by one. */
    insert(at: number, item: Item): void {
      rebuild([...Array.from(rows, ([i, row]) => [i >= at ? i + 1 : i, row] as const), [at, item] as const])
      moveCursors((i) => (i >= at ? i + 1 : i))
    },
    /** The row of `id` becomes another item. */
    exchange(id: string, item: Item): boolean {
      const index = indexes.get(id)
      if (index === undefined) return false
      indexes.delete(id)
      rows.set(index, item)
      indexes.set(item.id, index)
      return true
    },
    /** Takes rows out, known ones by id, others by their numbers: the known ones with their places, and how many in all. */
    takeOut(ids: ReadonlySet<string>, unloaded: Ranges): { taken: Placed[]; count: number } {
      const taken: Placed[] = []
      const gone: [number, number][] = unloaded.map(([from, to]) => [from, to])
      for (const id of ids) {
        const index = indexes.get(id)
        const item = index === undefined ? undefined : rows.get(index)
        if (index === undefined || !item) continue
        taken.push({ index, item })
        gone.push([index, index + 1])
      }
      gone.sort((a, b) => a[0] - b[0])
      const move = (index: number) => index - countBelow(gone, index)
      rebuild(Array.from(rows).flatMap(([index, item]) => (ids.has(item.id) ? [] : [[move(index), item] as const])))
      moveCursors(move)
      return {
        taken: taken.sort((a, b) => a.index - b.index),
        count: gone.reduce((sum, [from, to]) => sum + to - from, 0),
      }
    },
  }
}
