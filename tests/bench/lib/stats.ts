export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

type Measure = () => Promise<number>
export interface Interleaved {
  ours: number[]
  theirs: number[]
  /** Median of the per-round ratios ours / theirs. */
  ratio: number
}

/** Runs both in turn, in alternating order (a fixed order is biased), after one warm-up round. */
export const interleave = async (rounds: number, ours: Measure, theirs: Measure): Promise<Interleaved> => {
  const result = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const pair = { ours: 0, theirs: 0 }
    for (const side of round % 2 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
      pair[side] = await (side === 'ours' ? ours() : theirs())
    if (round === 0) continue
    result.ours.push(pair.ours)
    result.theirs.push(pair.theirs)
  }
  return { ...result, ratio: median(result.ours.map((value, index) => value / (result.theirs[index] as number))) }
}

/** Seconds that `fn` takes. */
export const seconds = async (fn: () => Promise<unknown>): Promise<number> => {
  const start = process.hrtime.bigint()
  await fn()
  return Number(process.hrtime.bigint() - start) / 1e9
}
