/** Bytes per second over the last seconds. */
export interface Meter {
  /** `total` bytes so far at `now` ms. */
  sample(total: number, now: number): void
  /** Null until there is something to tell. */
  speed(): number | null
  reset(): void
}

const window = 8_000
const least = 700

/** A moving average over 8 s; a re-sent chunk (a total that shrinks) never makes it negative. */
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
