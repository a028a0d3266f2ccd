const maxAverageMs = 0.5
/** Limits how far one stalled call moves the average. */
const maxSampleMs = 20
const sampleWeight = 0.1
/** While the disk is slow, one call in this many runs synchronously, to notice when it is fast again. */
const probeInterval = 200

/**
 * Runs small file operations synchronously while they take microseconds, as on any local disk: a trip through the thread
 * pool takes longer than they do, and there they queue behind every fsync. On a slow disk they run in the thread pool.
 */
export class AdaptiveIo {
  private averageMs = 0
  private calls = 0

  /** `runSync` and `runAsync` do the same, on the main thread and in the thread pool; exactly one of them is called. */
  async run<T>(runSync: () => T, runAsync: () => Promise<T>): Promise<T> {
    this.calls += 1
    if (this.averageMs > maxAverageMs && this.calls % probeInterval !== 0) return runAsync()
    const start = performance.now()
    try {
      return runSync()
    } finally {
      this.averageMs += (Math.min(performance.now() - start, maxSampleMs) - this.averageMs) * sampleWeight
    }
  }
}
