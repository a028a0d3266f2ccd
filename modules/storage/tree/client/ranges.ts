/** Sorted, disjoint, half-open intervals of row indexes: how a selection refers to rows that are not loaded. */
export type Ranges = readonly (readonly [from: number, to: number])[]

export const inRanges = (ranges: Ranges, index: number): boolean =>
  ranges.some(([from, to]) => index >= from && index < to)

export const lengthOf = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

/** Number of indexes in the ranges below `index`. */
export const countBelow = (ranges: Ranges, index: number): number =>
  ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, index) - from), 0)

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
