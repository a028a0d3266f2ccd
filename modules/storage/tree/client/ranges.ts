/** Sorted, disjoint, half-open intervals of row indexes: how a selection refers to rows that are not loaded. */
export type Ranges = readonly (readonly [from: number, to: number])[]

export const inRanges = (ranges: Ranges, index: number): boolean =>
  ranges.some(([from, to]) => index >= from && index < to)

export const rangesLength = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** First position in an ascending list whose number is greater than `limit`, by binary search. */
const firstAbove = (ascending: readonly number[], limit: number): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** Counts the indexes in the ranges below an index. Each call takes logarithmic time, because it is made for each row. */
export const counterBelow = (ranges: Ranges): ((index: number) => number) => {
  const starts = ranges.map(([from]) => from)
  /** Lengths of all ranges before each. */
  const before: number[] = []
  let sum = 0
  for (const [from, to] of ranges) {
    before.push(sum)
    sum += to - from
  }
  return (index) => {
    const at = firstAbove(starts, index) - 1
    const range = ranges[at]
    return range ? (before[at] ?? 0) + Math.min(range[1], index) - range[0] : 0
  }
}

/** Maps a row's index to its index after others were inserted. `inserted`: their ascending indexes in the resulting list. */
export const shiftOfInserts = (inserted: readonly number[]): ((index: number) => number) => {
  // The row at the first of these indexes, and all below, were shifted by this insertion and all earlier ones.
  const shifted = inserted.map((index, earlier) => index - earlier)
  return (index) => index + firstAbove(shifted, index)
}

export const withRange = (ranges: Ranges, from: number, to: number): Ranges => {
  if (from >= to) return ranges
  const apart = ranges.filter((range) => range[1] < from || range[0] > to)
  const touching = ranges.filter((range) => range[1] >= from && range[0] <= to)
  const merged = [
    Math.min(from, ...touching.map((range) => range[0])),
    Math.max(to, ...touching.map((range) => range[1])),
  ] as const
  return [...apart, merged].sort((a, b) => a[0] - b[0])
}

export const withoutRange = (ranges: Ranges, from: number, to: number): Ranges =>
  ranges.flatMap((range) => {
    if (from >= to || range[1] <= from || range[0] >= to) return [range]
    const left = range[0] < from ? [[range[0], from] as const] : []
    const right = range[1] > to ? [[to, range[1]] as const] : []
    return [...left, ...right]
  })
