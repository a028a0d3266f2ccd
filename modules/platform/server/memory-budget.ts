/** Limits the bytes that all callers together hold in memory. Callers above the limit wait in a queue. */
export class MemoryBudget {
  private used = 0
  private readonly queue: { bytes: number; resolve: () => void }[] = []
  private readonly maxBytes: number
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Acquires `bytes` until `release` and returns true, or returns false when they are not free. */
  tryAcquire(bytes: number): boolean {
    if (this.queue.length > 0 || this.used + bytes > this.maxBytes) return false
    this.used += bytes
    return true
  }

  /** Waits until `bytes` are free. For work that ends by itself only, never while waiting for a sender. */
  async acquire(bytes: number): Promise<void> {
    if (bytes > this.maxBytes) throw new RangeError(`${bytes} bytes exceed the budget`)
    if (this.tryAcquire(bytes)) return
    await new Promise<void>((resolve) => this.queue.push({ bytes, resolve }))
  }

  release(bytes: number): void {
    this.used -= bytes
    for (let first = this.queue[0]; first && this.used + first.bytes <= this.maxBytes; first = this.queue[0]) {
      this.queue.shift()
      this.used += first.bytes
      first.resolve()
    }
  }
}
