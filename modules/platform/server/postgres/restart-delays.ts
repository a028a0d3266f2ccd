const firstDelayMs = 1_000
const maxDelayMs = 60_000

/**
 * When a server that has ended may be started again: at once, and after attempts that failed 1, 2, 4 … 60 s later. A disk that is
 * full stays so for hours. Times are in ms, by any monotonic clock.
 */
export class RestartDelays {
  private delayMs = 0
  private waitsUntil = Number.NEGATIVE_INFINITY

  /** True until an attempt has failed. */
  get isFirst(): boolean {
    return this.delayMs === 0
  }

  mayStart(now: number): boolean {
    return now >= this.waitsUntil
  }

  failed(now: number): void {
    this.delayMs = Math.min(this.delayMs * 2 || firstDelayMs, maxDelayMs)
    this.waitsUntil = now + this.delayMs
  }

  started(): void {
    this.delayMs = 0
  }
}
