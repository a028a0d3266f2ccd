/** Bytes that are written to the disk at once. */
export const batchBytes = 1 << 20
/** Room for a batch and the piece that fills it. */
export const slotBytes = batchBytes + (128 << 10)
/** Slots of all uploads of the process. */
const maxSlots = 16

type Slot = SharedArrayBuffer

/**
 * Shared memory in which received bytes go to the disk and to the hash thread; its size does not grow with the number of
 * uploads. An upload that waits for its sender lends its slot: it is flushed when another upload needs one.
 */
class BatchMemory {
  private made = 0
  private readonly free: Slot[] = []
  private readonly waiting: ((slot: Slot) => void)[] = []
  private readonly lenders = new Set<() => void>()

  /** A slot, at once where one is free. It comes back by `give`, when disk and hash thread are done with it. */
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

  /** The caller waits for its sender with a partly filled slot; `flush` sends that on its way. */
  lend(flush: () => void): void {
    if (this.waiting.length > 0) flush()
    else this.lenders.add(flush)
  }

  /** The caller goes on with its slot, if it still has one. */
  reclaim(flush: () => void): void {
    this.lenders.delete(flush)
  }
}

export const batchMemory = new BatchMemory()
