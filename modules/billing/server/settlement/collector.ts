import type { Db, Jobs, Platform } from '../../../platform/index.ts'
import type { PaymentSource } from '../../contract.ts'
import type { ChargeResult, PaymentMethods } from '../gateways/gateway.ts'
import type { Invoices } from '../invoices/invoices.ts'
import { chargesDebt, repayDebt } from '../services/debts.ts'
import type { Ledger } from '../services/ledger.ts'
import { BalancePayments } from './balance-payments.ts'
import {
  beginCharge,
  billBatchSize,
  type ClaimedBill,
  claimBills,
  countAttempt,
  endCharge,
  isReleased,
  makeCarriedDue,
  postponeBill,
  postponeChargeLookup,
  releaseBills,
  writeOffUnanswered,
} from './bill-claims.ts'
import { billKeyOf, billNote, billPosting, isMisconfigured, isUnaskable, rejectionOf } from './bill-postings.ts'
import type { Dunning } from './dunning.ts'

export interface CollectorDeps {
  db: Db
  jobs: Pick<Jobs, 'inBatches'>
  log: Pick<Platform['log'], 'warn'>
  audit: Platform['audit']
  ledger: Ledger
  invoices: Invoices
  dunning: Dunning
  methods: PaymentMethods
}

/**
 * Daily attempts to charge. Afterwards the bill stays owed: it is taken from the balance, and charged when its user asks for
 * it.
 */
export const maxAutomaticAttempts = 10
/** Charges in a row without an outcome after which a run ends; the next one, within an hour, goes on. */
const maxUnknown = 5
/** By then the next period has a bill, together with which a carried bill is charged. */
const carriedHours = 30 * 24

/**
 * `carried`: the bill waits for a later charge, or for somebody who pays. `lost`: another process has it. `writtenOff`: it
 * may have been charged, and its gateway cannot be asked any more.
 */
type Outcome = 'paid' | 'failed' | 'carried' | 'lost' | 'writtenOff'
/** `misconfigured`: an administrator has to repair the credentials of a gateway. */
type Collected = Record<Outcome | 'unknown' | 'misconfigured', number>

/**
 * Collects bills: from the prepaid balance, else from a stored payment method. One process has a bill at a time, and its
 * payment has one key: a bill is paid once, also by a process that was killed between the charge and its posting.
 */
export class Collector {
  private readonly deps: CollectorDeps
  private readonly balances: BalancePayments
  constructor(deps: CollectorDeps) {
    this.deps = deps
    this.balances = new BalancePayments(deps)
  }

  /**
   * Collects the bills whose turn it is, unless payments are paused. `unknown`: a gateway did not answer; it is asked again
   * in an hour. `misconfigured`: nothing was charged or counted; such bills are tried again in an hour.
   */
  async run(): Promise<Collected> {
    const result: Collected = { paid: 0, failed: 0, carried: 0, lost: 0, writtenOff: 0, unknown: 0, misconfigured: 0 }
    let unknownInRow = 0
    await this.deps.jobs.inBatches(async () => {
      // Asked in each batch: bills that are released during a pause would be claimed again at once.
      if (await this.deps.methods.isPaused()) return false
      const bills = await claimBills(this.deps.db, 'next_attempt_at <= now()')
      const covered = await this.balances.takeAll(bills)
      result.paid += covered.size
      const charged = bills.filter(({ id }) => !covered.has(id))
      for (const bill of charged) {
        const mayCharge = bill.attempts < maxAutomaticAttempts
        const outcome = this.collect(bill, { mayCharge }).catch((error: unknown) => {
          this.deps.log.warn({ err: error, bill: bill.id }, 'a charge has no outcome yet, and is asked for again')
          return isMisconfigured(error) ? ('misconfigured' as const) : ('unknown' as const)
        })
        const name = await outcome
        result[name] += 1
        if (name === 'unknown' || name === 'misconfigured') await postponeChargeLookup(this.deps.db, bill)
        // A gateway that rejects its credentials answers at once: the bills after it may be covered by a balance.
        unknownInRow = name === 'unknown' ? unknownInRow + 1 : 0
        // A gateway that does not answer costs up to a minute a bill, for which other jobs would wait.
        if (unknownInRow >= maxUnknown) {
          await releaseBills(this.deps.db, charged.slice(charged.indexOf(bill) + 1))
          return false
        }
      }
      return bills.length === billBatchSize
    })
    return result
  }

  /**
   * Collects all open bills of an account that has added money or a payment method, the largest first, unless payments are
   * paused. Ends with the first unknown outcome, which it throws; the bills after it are free for the next call. An error
   * that only an administrator can repair is thrown at the end: the balance may pay the other bills.
   */
  async retry(userId: string): Promise<void> {
    if (await this.deps.methods.isPaused()) return
    const tried: string[] = []
    let misconfigured: unknown = null
    for (;;) {
      const bills = await claimBills(this.deps.db, 'user_id = $1 and id <> all($2)', [userId, tried], 'total desc, id')
      tried.push(...bills.map(({ id }) => id))
      bills.sort((a, b) => b.total - a.total)
      for (const [index, bill] of bills.entries())
        await this.collect(bill, { mayCharge: true }).catch(async (error: unknown) => {
          if (isMisconfigured(error)) {
            misconfigured = error
            return
          }
          await releaseBills(this.deps.db, bills.slice(index + 1))
          throw error
        })
      if (bills.length < billBatchSize) break
    }
    if (misconfigured) throw misconfigured
  }

  /** Whether an account has open bills. */
  async owes(userId: string): Promise<boolean> {
    const open = await this.deps.db.query("select 1 from bills where user_id = $1 and status = 'open'", [userId])
    return open.length > 0
  }

  /**
   * Gives up the open bills of an account that is being deleted. Throws while a payment method may have been charged: its
   * outcome is asked for first, unless its gateway cannot be asked any more (`isUnaskable`).
   */
  async writeOff(userId: string, { isUnaskable }: { isUnaskable: boolean }): Promise<void> {
    const { db, log } = this.deps
    const rows = await db.query<{ id: string; charge_amount: number | null }>(
      `update bills b set status = 'written-off', lease_until = null, charge_amount = null from (select id, charge_amount
         from bills where user_id = $1 and status = 'open' and (charge_amount is null or ($2 and ${isReleased})) for update) o
       where b.id = o.id returning b.id, o.charge_amount`,
      [userId, isUnaskable],
    )
    for (const { id, charge_amount: amount } of rows)
      if (amount !== null) log.warn({ bill: id, amount }, 'a bill is written off that may have been charged')
    if (await this.owes(userId)) throw new Error(`a bill of ${userId} is being charged`)
  }

  /**
   * Collects one bill. Throws when the outcome of the charge is unknown: the bill is asked for again later. Throws too when
   * only an administrator can repair the cause: then the balance can pay, unless an earlier call may have charged.
   */
  private async collect(bill: ClaimedBill, { mayCharge }: { mayCharge: boolean }): Promise<Outcome> {
    const { db, methods, log } = this.deps
    if (await methods.isPaused()) {
      await releaseBills(db, [bill])
      return 'lost'
    }
    if (bill.charge_amount === null) {
      const isOfDebt = bill.total === 0 && (await chargesDebt(db, bill))
      if (!isOfDebt && (await this.balances.take(bill))) return 'paid'
      if (!mayCharge) {
        await postponeBill(db, bill, { hours: 24, carried: bill.carried })
        return 'carried'
      }
      if (!(await methods.has(bill.user_id))) return this.fail(bill, 'system', 'balance')
    }
    // Stored before the call, so that a restart asks the gateway first: it may have charged already.
    const charging = await beginCharge(db, bill)
    if (!charging) return 'lost'
    const { id, user_id: userId, amount, currency, attempts } = charging
    // A debt that was repaid meanwhile.
    if (amount === 0) return this.carry(charging)
    let charged: ChargeResult
    try {
      charged = await methods.charge({
        userId,
        amount,
        currency,
        key: `${billKeyOf(bill)}:${attempts}:${amount}`,
        keyPrefix: billKeyOf(bill),
        description: billNote(bill),
      })
    } catch (error) {
      const rejection = rejectionOf(error)
      // Payments may have been paused meanwhile: then nothing was rejected.
      if (!rejection || (await methods.isPaused())) throw error
      if (isMisconfigured(error)) {
        if (bill.charge_amount === null) await postponeBill(db, charging, { hours: 1, carried: bill.carried })
        else if (isUnaskable(error) && (await this.writeOffUnanswered(charging))) return 'writtenOff'
        else await releaseBills(db, [charging])
        throw error
      }
      log.warn({ err: error, bill: id }, 'a gateway rejects a charge')
      return this.fail(charging, rejection.gateway, rejection.reason)
    }
    if (charged.status === 'paid') return this.post(charging, charged)
    return charged.status === 'too-small' ? this.carry(charging) : this.fail(charging, charged.gateway, charged.reason)
  }

  /**
   * Writes off a bill whose charge has no known outcome. The charge may have paid carried bills and a debt too: the balance
   * gets their amount at that time, and pays them.
   */
  private writeOffUnanswered(bill: ClaimedBill & { amount: number }): Promise<boolean> {
    const { db, dunning, ledger, log, audit } = this.deps
    const { id, user_id: userId, amount, currency } = bill
    return db.transaction(async (tx) => {
      if (!(await writeOffUnanswered(tx, bill))) return false
      log.warn({ bill: id, amount }, 'a bill is written off that may have been charged')
      await audit(
        { actorId: null, action: 'billing.bill.waived', target: userId, details: { bill: id, amount, currency } },
        tx,
      )
      const others = { userId, amount: amount - bill.total, currency, gateway: 'system', note: 'Bonus' } as const
      if (others.amount > 0) {
        const key = `waived:${id}`
        await ledger.post(tx, { ...others, type: 'credit', from: 'bonus', to: { balance: userId }, key })
        await repayDebt(tx, ledger, userId, currency)
        await makeCarriedDue(tx, bill)
      }
      await dunning.paid(tx, userId)
      return true
    })
  }

  /**
   * Posts a charge. An amount other than the bill's (with a debt, or carried bills) is paid into the balance, from which
   * each of them is taken.
   */
  private async post(
    bill: ClaimedBill,
    { gateway, reference, amount }: ChargeResult & { status: 'paid' },
  ): Promise<Outcome> {
    const isOther = amount !== bill.total
    const from = { gateway }
    const charge = { ...billPosting(bill), type: 'charge', gateway, reference, from } as const
    await this.deps.db.transaction(async (tx) => {
      await tx.query('select 1 from bills where id = $1 for update', [bill.id])
      if (isOther) {
        const { user_id: userId } = bill
        const key = `payment:${gateway}:${reference}`
        await this.deps.ledger.post(tx, { ...charge, amount, key, to: { balance: userId } })
        await repayDebt(tx, this.deps.ledger, userId, bill.currency)
        await endCharge(tx, bill)
      } else {
        await this.deps.ledger.post(tx, { ...charge, to: 'sales' })
        await this.balances.finish(tx, bill)
      }
    })
    return !isOther || (await this.balances.take(bill)) ? 'paid' : 'lost'
  }

  /** Carries a bill whose amount is below the least charge, which is no failure. */
  private async carry(bill: ClaimedBill): Promise<'carried'> {
    await this.deps.db.transaction(async (tx) => {
      await postponeBill(tx, bill, { hours: carriedHours, carried: true })
      await this.deps.dunning.paid(tx, bill.user_id)
    })
    return 'carried'
  }

  private async fail(bill: ClaimedBill, gateway: PaymentSource, reason: string): Promise<Outcome> {
    return this.deps.db.transaction(async (tx) => {
      if (!(await countAttempt(tx, bill))) return 'lost'
      const type = gateway === 'system' ? 'withdrawal' : 'charge'
      // A bill of 0 is charged for a debt.
      const amount = bill.total || (bill.charge_amount ?? 0)
      const posting = { ...billPosting(bill), amount }
      const metadata = { ...posting.metadata, reason }
      const key = `${posting.key}:${bill.attempts}`
      await this.deps.ledger.recordFailure(tx, { ...posting, type, gateway, metadata, key })
      await this.deps.dunning.paymentFailed(tx, { ...bill, total: amount })
      return 'failed'
    })
  }
}
