import type { Upload } from './types.ts'

/** Bytes per second over the last seconds. */
export interface Meter {
  /** `total` bytes so far at `now` ms. */
  sample(total: number, now: number): void
  /** Null until there is something to tell. */
  speed(): number | null
  reset(): void
}

const window = 5_000
const least = 700

/** A moving average over 5 s; a re-sent chunk (a total that shrinks) never makes it negative. */
export const createMeter = (): Meter => {
  let samples: { total: number; now: number }[] = []
  return {
    sample: (total, now) => {
      samples.push({ total, now })
      while (samples.length > 2 && now - samples[0]!.now > window) samples.shift()
    },
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.now - first.now < least) return null
      return Math.max(0, ((last.total - first.total) / (last.now - first.now)) * 1_000)
    },
    reset: () => {
      samples = []
    },
  }
}

/**
 * Bytes per second of everything: the sum of the files under way, so that the total and a single file tell the same.
 * `overall`, what the total's own meter says, stands in while one of them is too young to have a speed, or is with the
 * server already: of files that leave one after the other in one request none has the speed of all.
 */
export const speedOfAll = (
  files: readonly Pick<Upload, 'status' | 'speed'>[],
  overall: number | null,
): number | null =>
  files.length > 0 && files.every(({ status, speed }) => status === 'uploading' && speed !== null)
    ? files.reduce((sum, { speed }) => sum + (speed ?? 0), 0)
    : overall
