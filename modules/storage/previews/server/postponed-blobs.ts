/** Delay before a blob is tried again: the cause of its failure may pass, such as a lack of room for its local copy. */
const retryDelayMs = 5 * 60_000
/** Maximum failures of unknown cause at once. Of more, the cause is not in the blobs. */
const maxUnexplained = 20

/** Blobs that this process does not try again for a while, because they would hold up the blobs behind them. */
export class PostponedBlobs {
  private readonly waiting = new Map<string, { until: number; isOfBlob: boolean }>()

  ids(): string[] {
    for (const [id, { until }] of this.waiting) if (until <= performance.now()) this.waiting.delete(id)
    return [...this.waiting.keys()]
  }

  /**
   * Postpones a blob. `isOfBlob`: the cause concerns this blob alone, such as its size. False, without postponing it, when
   * too many blobs have failed for causes that may not be theirs.
   */
  add(id: string, { isOfBlob }: { isOfBlob: boolean }): boolean {
    const unexplained = [...this.waiting.values()].filter((one) => !one.isOfBlob).length
    if (!isOfBlob && unexplained >= maxUnexplained) return false
    this.waiting.set(id, { until: performance.now() + retryDelayMs, isOfBlob })
    return true
  }
}
