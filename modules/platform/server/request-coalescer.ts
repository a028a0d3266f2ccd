interface Read<T> {
  done: Promise<T>
  /** The next read, shared by all callers that came while the current one was running. */
  next: Promise<T> | null
}

/**
 * Coalesces concurrent reads of the same key. A call during a running read joins the next one, which has not begun yet:
 * every result is newer than its call, as if each caller had read alone, and any number of callers cost two reads.
 */
export class RequestCoalescer<T> {
  private readonly reads = new Map<string, Read<T>>()

  /** The result of `find`, which must depend on `key` alone. An error rejects all calls that share the read. */
  read(key: string, find: () => Promise<T>): Promise<T> {
    const running = this.reads.get(key)
    if (!running) return this.start(key, find)
    const startNext = () => this.start(key, find)
    running.next ??= running.done.then(startNext, startNext)
    return running.next
  }

  private start(key: string, find: () => Promise<T>): Promise<T> {
    const read: Read<T> = { done: find(), next: null }
    this.reads.set(key, read)
    // Registered before the callers' handlers, so that none of them joins a finished read.
    const finish = () => {
      if (!read.next) this.reads.delete(key)
    }
    read.done.then(finish, finish)
    return read.done
  }
}
