import type { Upload } from './types.ts'

/** Bytes per second over the last seconds. */
export interface SpeedMeter {
  /** `total` bytes so far at `now` ms. */
  sample(total: number, now: number): void
  /** Null until there are enough samples. */
  speed(): number | null
  reset(): void
}

const windowMs = 5_000
const minElapsedMs = 700

/** A moving average over 5 s. A re-sent chunk (a total that shrinks) never makes it negative. */
export const createSpeedMeter = (): SpeedMeter => {
  let samples: { total: number; now: number }[] = []
  return {
    sample: (total, now) => {
      samples.push({ total, now })
      while (samples.length > 2 && now - samples[0]!.now > windowMs) samples.shift()
    },
    speed: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.now - first.now < minElapsedMs) return null
      return Math.max(0, ((last.total - first.total) / (last.now - first.now)) * 1_000)
    },
    reset: () => {
      samples = []
    },
  }
}

/**
 * Overall bytes per second: the sum of the running files, so that it agrees with the speed of a single file. Falls back
 * to `overall`, measured over the total, while one of them has no speed yet or is being processed: bundled files are
 * sent one after the other, so none has the speed of all.
 */
export const speedOfAll = (
  files: readonly Pick<Upload, 'status' | 'speed'>[],
  overall: number | null,
): number | null =>
  files.length > 0 && files.every(({ status, speed }) => status === 'uploading' && speed !== null)
    ? files.reduce((sum, { speed }) => sum + (speed ?? 0), 0)
    : overall
