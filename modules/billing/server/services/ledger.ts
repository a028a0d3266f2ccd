import { type Db, type Executor, newId, type Tx } from '../../../platform/index.ts'
import type { Money } from '../../../shared/contract.ts'
import type { GatewayName, PaymentSource, TransactionType } from '../../contract.ts'
import type { BillingTables } from '../entities/index.ts'
import type { LedgerAccountKind } from '../entities/ledger.entities.ts'

/** A party of a transaction: a user's prepaid balance or debt, or an account of the installation. */
export type LedgerParty = { balance: string } | { debt: string } | 'sales' | 'bonus' | { gateway: GatewayName }

export interface Posting extends Money {
  /** The user whose transaction it is. */
  userId: string
  type: TransactionType
  from: LedgerParty
  to: LedgerParty
  gateway: PaymentSource
  reference?: string
  note?: string
  metadata?: Record<string, unknown>
  /** Idempotency key: posted once, whoever posts it. */
  key: string
  /** Whether the amount that the prepaid balance lacks becomes a debt of its user. */
  isOwed?: boolean
}

/** `owed`: posted, in part as a debt. */
export type PostResult = 'posted' | 'owed' | 'posted-before' | 'insufficient'

const columnsOf = (
  party: LedgerParty,
): { kind: LedgerAccountKind; user_id: string | null; gateway: GatewayName | null } => {
  if (party === 'sales' || party === 'bonus') return { kind: party, user_id: null, gateway: null }
  if ('gateway' in party) return { kind: 'gateway', user_id: null, gateway: party.gateway }
  return 'balance' in party
    ? { kind: 'balance', user_id: party.balance, gateway: null }
    : { kind: 'debt', user_id: party.debt, gateway: null }
}

/**
 * Double-entry ledger. The database keeps each transaction at zero, each balance equal to its entries, and prepaid balances
 * at 0 or above; this class only builds the statements.
 */
export class Ledger {
  private readonly db: Db
  constructor(db: Db) {
    this.db = db
  }

  /**
   * Moves money between two accounts, which stay locked: one posting in a transaction. `insufficient`: the prepaid balance
   * is smaller than the amount, and nothing is posted. An amount of 0 is a transaction without entries.
   */
  async post(tx: Tx, posting: Posting): Promise<PostResult> {
    const from = await this.account(tx, posting.from, posting.currency)
    const to = await this.account(tx, posting.to, posting.currency)
    const prepaidBy = typeof posting.from === 'object' && 'balance' in posting.from ? posting.from.balance : null
    const debt =
      posting.isOwed && prepaidBy !== null ? await this.account(tx, { debt: prepaidBy }, posting.currency) : null
    const balances = await this.lock(tx, debt === null ? [from, to] : [from, to, debt])
    const lacking = prepaidBy === null ? 0 : Math.max(0, posting.amount - (balances.get(from) ?? 0))
    if (lacking > 0 && debt === null) return (await this.isPosted(tx, posting.key)) ? 'posted-before' : 'insufficient'
    const id = await this.insert(tx, posting, 'completed')
    if (!id) return 'posted-before'
    if (posting.amount === 0) return 'posted'
    await tx
      .builder<BillingTables>()
      .insertInto('ledger_entries')
      .values(
        [
          { transaction_id: id, account_id: from, amount: lacking - posting.amount },
          { transaction_id: id, account_id: debt ?? from, amount: -lacking },
          { transaction_id: id, account_id: to, amount: posting.amount },
        ].filter(({ amount }) => amount !== 0),
      )
      .execute()
    return lacking > 0 ? 'owed' : 'posted'
  }

  /** Records a transaction that moved no money because it failed. False: recorded before. */
  async recordFailure(tx: Tx, failed: Omit<Posting, 'from' | 'to'>): Promise<boolean> {
    return (await this.insert(tx, failed, 'error')) !== null
  }

  /** A user's prepaid money, in minor units. */
  async balance(userId: string, currency: string, executor: Executor = this.db): Promise<number> {
    const prepaid = executor.builder<BillingTables>().selectFrom('ledger_accounts').where('kind', '=', 'balance')
    const ofUser = prepaid.where('user_id', '=', userId).where('currency', '=', currency)
    return (await ofUser.select('balance').executeTakeFirst())?.balance ?? 0
  }

  private async insert(tx: Tx, posting: Omit<Posting, 'from' | 'to'>, status: 'completed' | 'error') {
    const created = await tx
      .builder<BillingTables>()
      .insertInto('ledger_transactions')
      .values({
        id: newId(),
        user_id: posting.userId,
        type: posting.type,
        status,
        currency: posting.currency,
        amount: posting.amount,
        gateway: posting.gateway,
        reference: posting.reference ?? null,
        note: posting.note ?? null,
        metadata: posting.metadata ?? null,
        idempotency_key: posting.key,
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    return created?.id ?? null
  }

  /** The id of the account, which is created when it is used first. */
  private async account(tx: Tx, party: LedgerParty, currency: string): Promise<number> {
    const { kind, user_id, gateway } = columnsOf(party)
    const values = [kind, user_id, gateway, currency]
    const find = async () => {
      const [row] = await tx.query<{ id: number }>(
        `select id from ledger_accounts where kind = $1 and user_id is not distinct from $2
         and gateway is not distinct from $3 and currency = $4`,
        values,
      )
      return row?.id
    }
    const existing = await find()
    if (existing !== undefined) return existing
    await tx.query(
      'insert into ledger_accounts (kind, user_id, gateway, currency) values ($1, $2, $3, $4) on conflict do nothing',
      values,
    )
    return (await find()) as number
  }

  /**
   * Locks accounts in the order of their ids, as the database does when it adds entries up; resolves with their balances.
   */
  private async lock(tx: Tx, accounts: number[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; balance: number }>(
      'select id, balance from ledger_accounts where id = any($1) order by id for no key update',
      [accounts],
    )
    return new Map(rows.map(({ id, balance }) => [id, balance]))
  }

  private async isPosted(tx: Tx, key: string): Promise<boolean> {
    return (await tx.query('select 1 from ledger_transactions where idempotency_key = $1', [key])).length > 0
  }
}
