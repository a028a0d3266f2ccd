import { storageErrors } from '../../tree/index.ts'

/** Archives that one caller may download from this process at the same time (A37). */
const maxPerCaller = 3

/** Counts the archives that callers download. Several connections to one archive count once: clients fetch ranges in parallel. */
export class ZipConcurrency {
  private readonly callers = new Map<string, Map<string, number>>()

  /** Counts a download and returns the function that ends it. 429 when the caller downloads `maxPerCaller` others. */
  acquire(caller: string, archive: string): () => void {
    const open = this.callers.get(caller) ?? new Map<string, number>()
    const count = open.get(archive) ?? 0
    if (count === 0 && open.size >= maxPerCaller)
      throw storageErrors.fail('too-many-zips', { headers: { 'retry-after': '30' }, values: { limit: maxPerCaller } })
    open.set(archive, count + 1)
    this.callers.set(caller, open)
    let released = false
    return () => {
      if (released) return
      released = true
      const left = (open.get(archive) ?? 1) - 1
      if (left > 0) open.set(archive, left)
      else open.delete(archive)
      if (open.size === 0 && this.callers.get(caller) === open) this.callers.delete(caller)
    }
  }
}
