import { BoundedMap } from '../../../shared/contract.ts'

const maxAttempts = 3
const maxKnown = 1_000

/** Counts the attempts at a file that ended with `ProcessEnded`, whose cause may be the machine or the file. */
export class EndedAttempts {
  private readonly counts = new BoundedMap<string, number>(maxKnown)

  /** Counts an ended attempt and says what follows it. */
  recordEnd(key: string): 'retry' | 'give-up' {
    const count = (this.counts.get(key) ?? 0) + 1
    this.counts.delete(key)
    if (count >= maxAttempts) return 'give-up'
    this.counts.set(key, count)
    return 'retry'
  }
}
