/** Archives that this process extracts at a time, each of another account. */
const maxRunning = 2
/** The same with those past their turn: a turn ends between entries, and one large file may take hours. */
const maxWithOverdue = 4
/** Time after which an extraction gives way to others that wait. */
const turnMs = 15_000

export interface Turn {
  controller: AbortController
  /** Whether another extraction waits for its turn; asked between two batches. */
  mustYield(): boolean
}

/** The extractions that run in this process, by their accounts. */
export class TurnSlots {
  /** Whether another one waits for a slot. */
  isAwaited = false
  private readonly turns = new Map<string, { controller: AbortController; endsAt: number }>()

  get size(): number {
    return this.turns.size
  }

  accounts(): string[] {
    return [...this.turns.keys()]
  }

  hasRoom(): boolean {
    const now = performance.now()
    const inTurn = [...this.turns.values()].filter(({ endsAt }) => now <= endsAt)
    return inTurn.length < maxRunning && this.size < maxWithOverdue
  }

  begin(account: string): Turn {
    const controller = new AbortController()
    const endsAt = performance.now() + turnMs
    this.turns.set(account, { controller, endsAt })
    const mustYield = () => performance.now() > endsAt && (this.isAwaited || this.size > maxRunning)
    return { controller, mustYield }
  }

  end(account: string): void {
    this.turns.delete(account)
  }

  abortAll(): void {
    for (const { controller } of this.turns.values()) controller.abort()
  }
}
