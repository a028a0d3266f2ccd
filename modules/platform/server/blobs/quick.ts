const tooLong = 0.5
const weight = 0.1
const tryAgainEvery = 200

/**
 * Runs small file operations on the main thread while they take microseconds, as on any local disk: a trip through the
 * thread pool costs more than they do, and there they wait behind every fsync. On a slow disk they go to the pool.
 */
export class Quick {
  private average = 0
  private turn = 0

  async run<T>(now: () => T, later: () => Promise<T>): Promise<T> {
    this.turn += 1
    if (this.average > tooLong && this.turn % tryAgainEvery !== 0) return later()
    const start = performance.now()
    try {
      return now()
    } finally {
      this.average += (Math.min(performance.now() - start, 20) - this.average) * weight
    }
  }
}
