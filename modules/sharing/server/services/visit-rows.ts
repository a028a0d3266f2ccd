import { BoundedMap } from '../../../shared/contract.ts'

const maxVisits = 1_000
const windowMs = 30 * 60_000
const maxLinks = 10_000

/** Limits the visits of a link with a row of their own to 1,000 in half an hour: anonymous visitors cannot fill its log. */
export class VisitRows {
  private readonly windows = new BoundedMap<string, { until: number; count: number }>(maxLinks)

  isFull(shareId: string): boolean {
    const window = this.windows.get(shareId)
    return window !== undefined && window.until > performance.now() && window.count >= maxVisits
  }

  add(shareId: string): void {
    const window = this.windows.get(shareId)
    if (window && window.until > performance.now()) window.count += 1
    else this.windows.set(shareId, { until: performance.now() + windowMs, count: 1 })
  }
}
