import type { Db, Tx } from '../../../platform/index.ts'
import type { Invoices } from '../invoices/invoices.ts'
import type { Ledger } from '../services/ledger.ts'
import { withdrawAll } from '../services/withdraw-all.ts'
import { type ClaimedBill, lockForBalance, markBillsPaid } from './bill-claims.ts'
import { billKeyOf, billPosting, invoiceContentOf } from './bill-postings.ts'
import type { Dunning } from './dunning.ts'

interface Deps {
  db: Db
  ledger: Ledger
  invoices: Invoices
  dunning: Dunning
}

/** Pays bills from prepaid balances. */
export class BalancePayments {
  private readonly deps: Deps
  constructor(deps: Deps) {
    this.deps = deps
  }

  /**
   * Pays what prepaid balances cover, one bill of each account, in a few statements. Resolves with the ids of these bills.
   */
  async takeAll(bills: readonly ClaimedBill[]): Promise<Set<string>> {
    const oldest = new Map<string, ClaimedBill>()
    for (const bill of bills)
      if (bill.total > 0 && bill.charge_amount === null && !oldest.has(bill.user_id)) oldest.set(bill.user_id, bill)
    const paid = new Set<string>()
    // When one of them cannot be posted, each is tried by itself.
    for (const [currency, some] of Map.groupBy(oldest.values(), (bill) => bill.currency))
      for (const { id } of await this.deps.db.transaction((tx) => this.withdraw(tx, currency, some)).catch(() => []))
        paid.add(id)
    return paid
  }

  private async withdraw(tx: Tx, currency: string, bills: readonly ClaimedBill[]): Promise<ClaimedBill[]> {
    const locked = await lockForBalance(tx, bills)
    const claimed = bills.filter(({ id }) => locked.has(id))
    if (claimed.length === 0) return []
    const keys = await withdrawAll(tx, currency, claimed.map(billPosting))
    const paid = claimed.filter((bill) => keys.has(billKeyOf(bill)))
    await markBillsPaid(
      tx,
      paid.map(({ id }) => id),
    )
    await this.deps.dunning.allPaid(
      tx,
      paid.map(({ user_id }) => user_id),
    )
    await this.deps.invoices.issueAll(tx, new Map(paid.map((bill) => [billKeyOf(bill), invoiceContentOf(bill)])))
    return paid
  }

  /**
   * Pays a bill from its account's balance. False: another process has the bill, it may have been charged, or the balance
   * does not cover it.
   */
  take(bill: ClaimedBill): Promise<boolean> {
    const { user_id: userId } = bill
    return this.deps.db.transaction(async (tx) => {
      if (!(await lockForBalance(tx, [bill])).has(bill.id)) return false
      if (bill.total === 0) {
        await markBillsPaid(tx, [bill.id])
        // A debt was charged with it before, and declined.
        if (bill.attempts > 0) await this.deps.dunning.paid(tx, userId)
        return true
      }
      const from = { balance: userId }
      const result = await this.deps.ledger.post(tx, {
        ...billPosting(bill),
        type: 'withdrawal',
        gateway: 'system',
        from,
        to: 'sales',
      })
      if (result === 'insufficient') return false
      await this.finish(tx, bill)
      return true
    })
  }

  /** Marks a bill as paid by the transaction that was posted, issues its invoice, and releases its account. */
  async finish(tx: Tx, bill: ClaimedBill): Promise<void> {
    await markBillsPaid(tx, [bill.id])
    await this.deps.dunning.paid(tx, bill.user_id)
    await this.deps.invoices.issue(tx, billKeyOf(bill), invoiceContentOf(bill))
  }
}
