/** Bytes that many callers together may hold in memory: a counter, and a queue for those who wait for their share. */
export class MemoryBudget {
  private used = 0
  private readonly queue: { bytes: number; resolve: () => void }[] = []
  private readonly maxBytes: number
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Whether `bytes` were free; they are the caller's then, until `give`. */
  tryTake(bytes: number): boolean {
    if (this.queue.length > 0 || this.used + bytes > this.maxBytes) return false
    this.used += bytes
    return true
  }

  /** Waits until `bytes` are free. Only for holders that end by themselves, never for those who wait for a sender. */
  async take(bytes: number): Promise<void> {
    if (bytes > this.maxBytes) throw new RangeError(`${bytes} bytes exceed the budget`)
    if (this.tryTake(bytes)) return
    await new Promise<void>((resolve) => this.queue.push({ bytes, resolve }))
  }

  give(bytes: number): void {
    this.used -= bytes
    for (let first = this.queue[0]; first && this.used + first.bytes <= this.maxBytes; first = this.queue[0]) {
      this.queue.shift()
      this.used += first.bytes
      first.resolve()
    }
  }
}
