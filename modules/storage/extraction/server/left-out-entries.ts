import type { LeftOut, LeftOutReason } from '../../operations/contract.ts'
import { invisibleInNames } from '../../tree/contract.ts'

/** Paths that are kept for each reason. */
const maxNames = 5
const maxShownPath = 200

/** Entries that an extraction leaves out: how many by reason, and the first paths. */
export class LeftOutEntries {
  private readonly byReason: Map<LeftOutReason, LeftOut>
  constructor(earlier: readonly LeftOut[] | null) {
    this.byReason = new Map((earlier ?? []).map((each) => [each.reason, { ...each, names: [...each.names] }]))
  }

  add(reason: LeftOutReason, path: string): void {
    const entries = this.byReason.get(reason) ?? { reason, count: 0, names: [] }
    entries.count += 1
    if (entries.names.length < maxNames)
      entries.names.push(path.slice(0, maxShownPath).replace(invisibleInNames, '\ufffd').toWellFormed())
    this.byReason.set(reason, entries)
  }

  list(): LeftOut[] {
    return [...this.byReason.values()]
  }
}
