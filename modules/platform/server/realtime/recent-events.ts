/** How long events are remembered: longer than a page needs to open its socket. */
const keptMs = 60_000

/** Time of each account's last event. A page is read before its socket opens, so it lacks changes of the time between. */
export class RecentEvents {
  /** Account → time of its last event, ms since 1970; earliest first. */
  private readonly times = new Map<string, number>()
  private completeFrom: number
  private readonly now: () => number
  constructor(now: () => number = Date.now) {
    this.now = now
    this.completeFrom = now()
  }

  record(userId: string): void {
    this.times.delete(userId)
    this.times.set(userId, this.now())
    for (const [id, at] of this.times) {
      if (at >= this.now() - keptMs) break
      this.times.delete(id)
    }
  }

  /** Events of other processes may have been lost until now. */
  forget(): void {
    this.completeFrom = this.now()
  }

  /** For how long these accounts have certainly got no event, ms; at most `keptMs`. */
  msWithoutEvents(userIds: readonly string[]): number {
    const since = userIds.map((id) => this.times.get(id) ?? this.completeFrom)
    return Math.min(keptMs, this.now() - Math.max(this.completeFrom, ...since))
  }
}
