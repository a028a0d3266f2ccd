import { storageErrors } from '../../tree/index.ts'

/** Archives that one caller may fetch from this process at once (A37). */
const maxPerCaller = 3

/** Counts what callers are fetching. Many connections to one archive are one: programs fetch its parts side by side. */
export class ZipConcurrency {
  private readonly callers = new Map<string, Map<string, number>>()

  /** Returns how to give the place back; 429 when the caller has as many others open as they may. */
  take(caller: string, archive: string): () => void {
    const open = this.callers.get(caller) ?? new Map<string, number>()
    const count = open.get(archive) ?? 0
    if (count === 0 && open.size >= maxPerCaller)
      throw storageErrors.fail('too-many-zips', { headers: { 'retry-after': '30' }, values: { limit: maxPerCaller } })
    open.set(archive, count + 1)
    this.callers.set(caller, open)
    let given = false
    return () => {
      if (given) return
      given = true
      const left = (open.get(archive) ?? 1) - 1
      if (left > 0) open.set(archive, left)
      else open.delete(archive)
      if (open.size === 0 && this.callers.get(caller) === open) this.callers.delete(caller)
    }
  }
}
