import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { Ledger } from '../services/ledger.ts'
import { type CreditNoteRequest, issueCreditNote } from './credit-notes.ts'
import { Invoices } from './invoices.ts'

const { coffer } = await testApp(t)
const { db } = coffer.platform
const ledger = new Ledger(db)
const terms = { seller: { name: 'Acme', address: [] }, buyer: { name: 'Jane', address: [] }, taxRate: '19' }
const invoices = new Invoices(async (_tx, userIds) => new Map(userIds.map((id) => [id, terms])))

/** A paid invoice; resolves with the payment's transaction. */
const paid = async (amount: number) => {
  const [userId, key] = [randomUUID(), randomUUID()]
  await db.transaction(async (tx) => {
    const money = { userId, amount, currency: 'USD', gateway: 'stripe', key } as const
    await ledger.post(tx, { ...money, type: 'charge', from: { gateway: 'stripe' }, to: 'sales' })
    await invoices.issue(tx, key, { lines: [{ item: 'plan', name: 'Plus', amount }] })
  })
  const [row] = await db.query<{ id: string }>('select id from ledger_transactions where idempotency_key = $1', [key])
  return { userId, transactionId: (row as { id: string }).id }
}
const refund = (
  { userId, transactionId }: Awaited<ReturnType<typeof paid>>,
  amount: number,
  key: string = randomUUID(),
  reason: CreditNoteRequest['reason'] = 'refund',
) =>
  db.transaction(async (tx) => {
    const money = { userId, amount, currency: 'USD', gateway: 'stripe', key } as const
    await ledger.post(tx, { ...money, type: 'refund', from: 'sales', to: { gateway: 'stripe' } })
    return issueCreditNote(tx, { transactionId, key, reason })
  })
const notes = (transactionId: string) =>
  db.query<{ total: number; tax: number; number: number; series: string; lines: unknown }>(
    `select c.total, c.tax, c.number, c.series, c.lines from invoices c join invoices i on i.id = c.credited_invoice_id
     where i.transaction_id = $1 order by c.number`,
    [transactionId],
  )

t.test('credit notes: parts of an invoice add up to its total and its tax, and never to more', async (t) => {
  const payment = await paid(1_000)
  await refund(payment, 333)
  await refund(payment, 333, undefined, 'dispute')
  await refund(payment, 500)
  t.equal(await refund(payment, 1), null, 'it is credited in full')
  const found = await notes(payment.transactionId)
  t.same(
    found.map(({ total }) => total),
    [333, 333, 334],
  )
  t.equal(
    found.reduce((sum, { tax }) => sum + tax, 0),
    160,
    'of 1000 with 19 %',
  )
  t.match(found, [{ lines: [{ item: 'refund', amount: 333 }] }, { lines: [{ item: 'dispute' }] }])
})

t.test('credit notes: a refund has one, also in parallel, and its numbers have no gaps', async (t) => {
  const payment = await paid(900)
  const key = randomUUID()
  const issued = await Promise.all(Array.from({ length: 6 }, () => refund(payment, 900, key)))
  t.equal(issued.filter(Boolean).length, 1)
  const failing = db.transaction(async (tx) => {
    const { userId, transactionId } = await paid(100)
    const money = { userId, amount: 100, currency: 'USD', gateway: 'stripe', key: randomUUID() } as const
    await ledger.post(tx, { ...money, type: 'refund', from: 'sales', to: { gateway: 'stripe' } })
    t.ok(await issueCreditNote(tx, { transactionId, key: money.key, reason: 'refund' }))
    throw new Error('the process ends')
  })
  await t.rejects(failing, { message: 'the process ends' })
  await refund(await paid(100), 40)
  const numbers = await db.query<{ number: number }>(
    "select number from invoices where series like 'CN-%' order by number",
  )
  t.same(
    numbers.map(({ number }) => number),
    numbers.map((_, at) => at + 1),
  )
  t.equal(numbers.length, 5)
})

t.test('credit notes: a payment without an invoice has none, and none is changed', async (t) => {
  const userId = randomUUID()
  const key = randomUUID()
  const money = { userId, amount: 500, currency: 'USD', gateway: 'stripe' } as const
  await db.transaction((tx) =>
    ledger.post(tx, { ...money, key, type: 'charge', from: { gateway: 'stripe' }, to: { balance: userId } }),
  )
  const [row] = await db.query<{ id: string }>('select id from ledger_transactions where idempotency_key = $1', [key])
  t.equal(await refund({ userId, transactionId: row?.id ?? '' }, 500), null)
  t.rejects(db.query("update invoices set total = 1 where series like 'CN-%'"), { code: '23001' })
})
