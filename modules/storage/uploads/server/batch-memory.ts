/** Bytes of one write to disk. */
export const batchBytes = 1 << 20
/** Bytes of a slot: a batch, and the piece that fills it. */
export const slotBytes = batchBytes + (128 << 10)
/** Slots of all uploads of the process. */
const maxSlots = 16

type Slot = SharedArrayBuffer

/**
 * Shared memory in which received bytes go to the disk and to the hash thread. Its size does not grow with the number
 * of uploads: an upload that waits for its sender lends its slot, which is flushed when another upload needs one.
 */
class BatchMemory {
  private made = 0
  private readonly free: Slot[] = []
  private readonly waiting: ((slot: Slot) => void)[] = []
  private readonly lenders = new Set<() => void>()

  /**
   * Takes a slot, at once where one is free. The caller returns it by `give` when the disk and the hash thread are done
   * with it.
   */
  take(): Slot | Promise<Slot> {
    const slot = this.free.pop()
    if (slot) return slot
    if (this.made < maxSlots) {
      this.made += 1
      return new SharedArrayBuffer(slotBytes)
    }
    const taken = new Promise<Slot>((resolve) => this.waiting.push(resolve))
    const [flush] = this.lenders
    if (flush) {
      this.lenders.delete(flush)
      flush()
    }
    return taken
  }

  give(slot: Slot): void {
    const next = this.waiting.shift()
    if (next) next(slot)
    else this.free.push(slot)
  }

  /** The caller waits for its sender with a partly filled slot. `flush` writes and releases it. */
  lend(flush: () => void): void {
    if (this.waiting.length > 0) flush()
    else this.lenders.add(flush)
  }

  /** The caller continues with its slot, if it was not flushed. */
  reclaim(flush: () => void): void {
    this.lenders.delete(flush)
  }
}

export const batchMemory = new BatchMemory()
