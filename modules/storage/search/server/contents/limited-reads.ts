import type { Db } from '../../../../platform/index.ts'
import { codeOf } from '../../../../shared/contract.ts'

/** SQLSTATEs of a statement or a wait for a lock that took too long. */
const timedOut = /^(57014|55P03)$/

/** Statements that have some time together. What takes longer is given up, so that a search by name never waits for it. */
export class LimitedReads {
  private readonly db: Db
  private readonly deadline: number
  constructor(db: Db, ms: number) {
    this.db = db
    this.deadline = performance.now() + ms
  }

  /** Null when there is no time left. */
  async query<Row extends object>(text: string, values: readonly unknown[], name?: string): Promise<Row[] | null> {
    try {
      return await this.db.transaction(async (tx) => {
        const left = this.deadline - performance.now()
        if (left < 1) return null
        await tx.setStatementTimeout(left)
        return await tx.query<Row>(text, values, name)
      })
    } catch (error) {
      if (timedOut.test(String(codeOf(error)))) return null
      throw error
    }
  }
}
