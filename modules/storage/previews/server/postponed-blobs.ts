/** What makes a blob fail may pass, such as a lack of room for its local copy. */
const retryDelayMs = 5 * 60_000
/** With more failures of unknown cause at once, the cause is not in the blobs. */
const maxUnexplained = 20

/** Blobs that this process does not try again for a while: they would hold up all behind them. */
export class PostponedBlobs {
  private readonly waiting = new Map<string, { until: number; isTooLarge: boolean }>()

  ids(): string[] {
    for (const [id, { until }] of this.waiting) if (until <= Date.now()) this.waiting.delete(id)
    return [...this.waiting.keys()]
  }

  /** `isTooLarge`: there is no room for this one. False, and not added, when too many others failed as well. */
  add(id: string, isTooLarge: boolean): boolean {
    const unexplained = [...this.waiting.values()].filter((one) => !one.isTooLarge).length
    if (!isTooLarge && unexplained >= maxUnexplained) return false
    this.waiting.set(id, { until: Date.now() + retryDelayMs, isTooLarge })
    return true
  }
}
