/** The cause of a failure may pass, such as a lack of room for the local copy of a blob. */
const retryDelayMs = 5 * 60_000
/** With more failures of unknown cause at once, the cause is not in the blobs. */
const maxUnexplained = 20

/** Blobs that this process does not try again for a while: they would hold up all behind them. */
export class PostponedBlobs {
  private readonly waiting = new Map<string, { until: number; isOfBlob: boolean }>()

  ids(): string[] {
    for (const [id, { until }] of this.waiting) if (until <= Date.now()) this.waiting.delete(id)
    return [...this.waiting.keys()]
  }

  /**
   * `isOfBlob`: the cause concerns this blob alone, such as its size. False, and not added, when too many others failed
   * as well for another cause.
   */
  add(id: string, isOfBlob: boolean): boolean {
    const unexplained = [...this.waiting.values()].filter((one) => !one.isOfBlob).length
    if (!isOfBlob && unexplained >= maxUnexplained) return false
    this.waiting.set(id, { until: Date.now() + retryDelayMs, isOfBlob })
    return true
  }
}
