import { CollectedErrors, type Db, type Logger, newId, type Tx } from '../../../platform/index.ts'
import type { Ledger } from './ledger.ts'

/**
 * Takes the debt of a user from the balance, as far as that covers it. Resolves with the number of debts that were taken.
 */
export const repayDebt = async (tx: Tx, ledger: Ledger, userId: string, currency: string): Promise<number> => {
  const accounts = await tx.query<{ kind: string; balance: number }>(
    `select kind, balance from ledger_accounts where kind in ('balance', 'debt') and user_id = $1 and currency = $2
     order by id for no key update`,
    [userId, currency],
  )
  const balanceOf = (kind: string) => accounts.find((account) => account.kind === kind)?.balance ?? 0
  const amount = Math.min(balanceOf('balance'), -balanceOf('debt'))
  if (amount <= 0) return 0
  await ledger.post(tx, {
    userId,
    amount,
    currency,
    type: 'withdrawal',
    gateway: 'system',
    note: 'Debt',
    key: newId(),
    from: { balance: userId },
    to: { debt: userId },
  })
  return 1
}

/**
 * Whether an open bill of 0 charges the debt of its account to the stored card. Not where another open bill of 0 does, or a
 * charge has no outcome yet that may be for the debt.
 */
export const chargesDebt = async (
  db: Db,
  { id, user_id, currency }: { id: string; user_id: string; currency: string },
): Promise<boolean> => {
  const owing = await db.query(
    `select 1 from ledger_accounts where kind = 'debt' and user_id = $1 and currency = $2 and balance < 0
     and exists (select 1 from payment_cards where user_id = $1)
     and not exists (select 1 from bills where user_id = $1 and currency = $2 and id <> $3 and status = 'open'
       and (total = 0 or charge_amount > total))`,
    [user_id, currency, id],
  )
  return owing.length > 0
}

/** Debts of users: money that a gateway gave back to them after it was spent from their balance. */
export class Debts {
  private readonly db: Db
  private readonly ledger: Ledger
  private readonly log: Logger
  constructor({ db, ledger, log }: { db: Db; ledger: Ledger; log: Logger }) {
    this.db = db
    this.ledger = ledger
    this.log = log
  }

  /**
   * Takes debts from balances, as far as these cover them; of one user or of all (null). Resolves with the number of them.
   */
  async repay(userId: string | null = null): Promise<{ repaid: number }> {
    const owing = await this.db.query<{ user_id: string; currency: string }>(
      `select d.user_id, d.currency from ledger_accounts d join ledger_accounts b
         on b.kind = 'balance' and b.user_id = d.user_id and b.currency = d.currency and b.balance > 0
       where d.kind = 'debt' and d.balance < 0 and ($1::uuid is null or d.user_id = $1)`,
      [userId],
    )
    const errors = new CollectedErrors(this.log, 'cannot take a debt from a balance')
    let repaid = 0
    for (const { user_id, currency } of owing)
      await errors.collect({ userId: user_id, currency }, async () => {
        repaid += await this.db.transaction((tx) => repayDebt(tx, this.ledger, user_id, currency))
      })
    errors.rethrow()
    return { repaid }
  }
}
