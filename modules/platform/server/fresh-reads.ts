interface Reading<T> {
  done: Promise<T>
  /** Of those who asked while it was under way. */
  next: Promise<T> | null
}

/**
 * Reads of the same thing by many at once. Whoever asks while one is under way gets the answer of the next, which has
 * not begun yet: every answer is younger than its question, as if each had asked alone, and a crowd costs two reads.
 */
export class FreshReads<T> {
  private readonly readings = new Map<string, Reading<T>>()

  /** What `find` answers; `find` must depend on `key` alone. A failure is that of all who wait for it. */
  read(key: string, find: () => Promise<T>): Promise<T> {
    const present = this.readings.get(key)
    if (!present) return this.start(key, find)
    const again = () => this.start(key, find)
    present.next ??= present.done.then(again, again)
    return present.next
  }

  private start(key: string, find: () => Promise<T>): Promise<T> {
    const reading: Reading<T> = { done: find(), next: null }
    this.readings.set(key, reading)
    // Before those who wait are told, so that they never ask for what is over.
    const over = () => {
      if (!reading.next) this.readings.delete(key)
    }
    reading.done.then(over, over)
    return reading.done
  }
}
