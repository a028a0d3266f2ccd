import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import {
  appendUsage,
  dayMs,
  falsifyUsage,
  gigabyte,
  ledgerFaults,
  meteredPlan,
  meterOf,
  subscribeSince,
} from '../../../../tests/support/metered-accounts.ts'
import { poll } from '../../../../tests/support/poll.ts'
import type { ChargeRequest, PaymentMethods } from '../gateways/gateway.ts'
import { Invoices } from '../invoices/invoices.ts'
import { Ledger } from '../services/ledger.ts'
import { UsageRecorder } from '../usage/usage-recorder.ts'
import { Bills } from './bills.ts'
import { Collector, maxAutomaticAttempts } from './collector.ts'
import { Dunning } from './dunning.ts'
import { BillingMails } from './mails.ts'
import { recomputeBills } from './recompute.ts'
import { Reminders } from './reminders.ts'

const { coffer } = await testApp(t)
const { db, audit, jobs } = coffer.platform
const { subscriptions } = coffer.billing
const ledger = new Ledger(db)
const dunning = new Dunning()
const mails = new BillingMails(coffer.platform)
const reminders = new Reminders({ db, jobs, users: coffer.users, mails, isOffered: async () => true })
const terms = { seller: { name: 'Acme', address: [] }, buyer: { name: 'Jane', address: [] }, taxRate: '19' }
const invoices = new Invoices(async (_tx, userIds) => new Map(userIds.map((id) => [id, terms])))
const recorder = new UsageRecorder(db, jobs, { storage: async () => [], people: async () => new Map() })
const bills = new Bills({ db, jobs, subscriptions, recorder })
const charges: ChargeRequest[] = []
let answer: 'none' | 'paid' | 'declined' | 'lost' = 'none'
/** Called between the check of an account's cards and the charge. */
let meanwhile = async () => {}
const methods: PaymentMethods = {
  isPaused: async () => false,
  async has() {
    await meanwhile()
    return answer !== 'none'
  },
  charge: async (request) => {
    charges.push(request)
    if (answer === 'lost') throw new Error('no answer')
    return answer === 'paid'
      ? { status: 'paid', gateway: 'stripe', reference: request.key, amount: request.amount }
      : { status: 'declined', gateway: 'stripe', reason: 'card_declined' }
  },
}
const collector = new Collector({ db, audit, jobs, log: coffer.platform.log, ledger, invoices, dunning, methods })
const plan = await meteredPlan(coffer, 'USD', [meterOf('storage', '1'), meterOf('bandwidth', '0.10', '0.37')])
const start = new Date(Date.now() - 70 * dayMs)
const at = (days: number) => new Date(start.getTime() + days * dayMs)

const account = async (from = start) => {
  const userId = randomUUID()
  const id = await subscribeSince(coffer, userId, plan, from)
  return { userId, id }
}
const bonus = { type: 'credit', currency: 'USD', gateway: 'system', from: 'bonus' } as const
const credit = (userId: string, amount: number) =>
  db.transaction((tx) => ledger.post(tx, { ...bonus, userId, amount, key: randomUUID(), to: { balance: userId } }))
const billsOf = (userId: string) =>
  db.query<{ total: number; status: string; attempts: number }>(
    'select total, status, attempts from bills where user_id = $1 order by period_from',
    [userId],
  )
const standing = async (userId: string) =>
  (
    await db.query<{ dunning_reason: string | null; dunning_sequence: number }>(
      'select dunning_reason, dunning_sequence from billing_accounts where user_id = $1',
      [userId],
    )
  )[0]
const recompute = () => recomputeBills(db, new Date(0), new Date(Date.now() + dayMs))

t.test('each ended period is billed once, by four runs at a time, and the stored bytes are carried on', async (t) => {
  const { userId, id } = await account()
  await credit(userId, 10_000)
  await appendUsage(coffer, userId, [
    { feature: 'storage', quantity: 5 * gigabyte, at: at(1) },
    { feature: 'storage', quantity: 2 * gigabyte, at: at(10) },
    { feature: 'bandwidth', quantity: 4 * gigabyte, at: at(31) },
  ])
  await Promise.all([1, 2, 3, 4].map(() => bills.run()))
  await Promise.all([1, 2, 3, 4].map(() => collector.run()))
  t.same(await billsOf(userId), [
    { total: 537, status: 'paid', attempts: 0 },
    { total: 277, status: 'paid', attempts: 0 },
  ])
  t.equal(await ledger.balance(userId, 'USD'), 10_000 - 537 - 277)
  t.match(await subscriptions.current(userId), { id, period_from: at(60), period_to: at(90) })
  t.same(await recompute(), { bills: 2, differing: [], unposted: [] })
})

t.test('without money: a failure is recorded, three reminders, blocked; money releases', async (t) => {
  const { userId } = await account(new Date(Date.now() - 31 * dayMs))
  await bills.run()
  await Promise.all([collector.run(), collector.run()])
  t.same(await billsOf(userId), [{ total: 37, status: 'open', attempts: 1 }])
  t.match(await collector.run(), { paid: 0, failed: 0, carried: 0, lost: 0, unknown: 0 }, 'not again before tomorrow')
  await reminders.run()
  t.match(await standing(userId), { dunning_reason: 'payment-failed', dunning_sequence: 1 })
  for (const sequence of [2, 3, 3]) {
    await Promise.all([reminders.run(), reminders.run()])
    await db.query("update billing_accounts set dunning_at = now() - interval '2 days' + interval '1 minute'")
    await Promise.all([reminders.run(), reminders.run()])
    t.equal((await standing(userId))?.dunning_sequence, sequence)
  }
  await credit(userId, 36)
  await collector.retry(userId)
  t.equal((await standing(userId))?.dunning_sequence, 3, 'a cent is missing')
  await credit(userId, 1)
  await collector.retry(userId)
  t.match(await standing(userId), { dunning_reason: null, dunning_sequence: 0 })
  t.same(
    (await billsOf(userId)).map(({ status }) => status),
    ['paid'],
  )
  t.equal(await ledger.balance(userId, 'USD'), 0)
})

t.test(
  'a stored card: declined, then lost in the middle of a charge, then asked again with the same key',
  async (t) => {
    const { userId } = await account(new Date(Date.now() - 31 * dayMs))
    await bills.run()
    answer = 'declined'
    await collector.run()
    t.same(await billsOf(userId), [{ total: 37, status: 'open', attempts: 1 }])
    answer = 'lost'
    await t.rejects(collector.retry(userId))
    await credit(userId, 1_000)
    t.same(await collector.retry(userId), undefined)
    t.same((await billsOf(userId))[0]?.status, 'open', 'leased by the process that was lost')
    await db.query("update bills set lease_until = now() - interval '1 second' where status = 'open'")
    answer = 'paid'
    charges.length = 0
    await Promise.all([collector.retry(userId), collector.retry(userId)])
    t.same(
      charges.map(({ key, amount }) => [key.split(':')[2], amount]),
      [['1', 37]],
      'the card, not the balance',
    )
    t.equal((await billsOf(userId))[0]?.status, 'paid')
    t.equal(await ledger.balance(userId, 'USD'), 1_000)
    answer = 'none'
  },
)

t.test(
  'a bill that stays open: one mail, so many attempts and no more, and it is owed until money pays it',
  async (t) => {
    const { userId } = await account(new Date(Date.now() - 31 * dayMs))
    let told = 0
    coffer.platform.events.on('billing.payment.failed', async (failed) => {
      if (failed.userId === userId) told += 1
    })
    await bills.run()
    for (let day = 0; day < maxAutomaticAttempts + 3; day++) {
      await collector.run()
      await db.query("update bills set next_attempt_at = now() where user_id = $1 and status = 'open'", [userId])
    }
    t.same(await billsOf(userId), [{ total: 37, status: 'open', attempts: maxAutomaticAttempts }])
    t.equal(told, 1)
    const failures = await db.query("select 1 from ledger_transactions where user_id = $1 and status = 'error'", [
      userId,
    ])
    t.equal(failures.length, maxAutomaticAttempts)
    await credit(userId, 37)
    t.match(await collector.run(), { paid: 1 }, 'also when the event of the money was lost')
  },
)

t.test('a run is slow, and its lease has ended: what is taken from the balance is not charged as well', async (t) => {
  const { userId } = await account(new Date(Date.now() - 31 * dayMs))
  await bills.run()
  answer = 'paid'
  charges.length = 0
  const waiting = async () =>
    (await db.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length
  let isOver = false
  let retried: Promise<void> = Promise.resolve()
  let released: Promise<unknown> = Promise.resolve()
  meanwhile = async () => {
    meanwhile = async () => {}
    // As by a clock that was ahead (R19).
    await db.query("update bills set lease_until = now() + interval '1 year' where user_id = $1", [userId])
    await credit(userId, 37)
    // The other process has taken the bill over, and is about to take its amount from the balance.
    const held = Promise.withResolvers<void>()
    released = db.transaction(async (tx) => {
      await tx.query('select 1 from ledger_accounts where user_id = $1 for update', [userId])
      held.resolve()
      await poll(() => charges.length > 0 || isOver)
    })
    await held.promise
    retried = collector.retry(userId)
    await poll(async () => (await waiting()) > 0)
  }
  t.match(await collector.run(), { lost: 1, paid: 0 })
  isOver = true
  await Promise.all([released, retried])
  answer = 'none'
  t.same(charges, [])
  t.match(await billsOf(userId), [{ status: 'paid', attempts: 0 }])
  t.equal(await ledger.balance(userId, 'USD'), 0)
})

t.test('a spending cap: no bill is higher', async (t) => {
  const { userId } = await account(new Date(Date.now() - 31 * dayMs))
  await db.query('insert into billing_accounts (user_id, spending_cap) values ($1, 100)', [userId])
  await appendUsage(coffer, userId, [
    { feature: 'storage', quantity: 50 * gigabyte, at: new Date(Date.now() - 20 * dayMs) },
  ])
  await bills.run()
  t.equal((await billsOf(userId))[0]?.total, 100)
  await credit(userId, 500)
  await collector.retry(userId)
  const [invoice] = await db.query<{ total: number; lines: { item: string; amount: number }[] }>(
    'select total, lines from invoices where user_id = $1',
    [userId],
  )
  const lines = invoice?.lines ?? []
  const usage = lines.filter(({ item }) => item !== 'spendingCap').reduce((sum, { amount }) => sum + amount / 100, 0)
  const cap = lines.find(({ item }) => item === 'spendingCap')?.amount ?? 0
  t.ok(cap < 0)
  t.equal(Math.round(usage) + cap, invoice?.total, 'the lines of the invoice add up to its total')
})

t.test('the end of an account: its usage until now is billed', async (t) => {
  const { userId } = await account(new Date(Date.now() - 40 * dayMs))
  await credit(userId, 500)
  const closed = await Promise.all([bills.close(userId), bills.close(userId)])
  t.equal(closed.filter(Boolean).length, 1)
  await collector.retry(userId)
  t.same(
    (await billsOf(userId)).map(({ total, status }) => [total, status]),
    [
      [37, 'paid'],
      [12, 'paid'],
    ],
  )
  t.equal(await subscriptions.current(userId), null)
})

t.test('invoices have no gaps, contain the tax, and nothing that was billed can be changed', async (t) => {
  const rows = await db.query<{ number: number; tax: number; total: number }>(
    'select number, tax, total from invoices order by series, number',
  )
  t.same(
    rows.map(({ number }) => number),
    Array.from({ length: rows.length }, (_, n) => n + 1),
  )
  t.equal(rows.length, 9)
  t.equal(rows.find(({ total }) => total === 537)?.tax, 86, '19 % are in the price')
  for (const statement of ['update invoices set total = 1', 'delete from invoices', 'delete from bills'])
    t.rejects(db.query(statement), { code: '23001' }, statement)
  t.rejects(db.query('update bills set total = 1'), { code: '23001' })
  t.same(await ledgerFaults(coffer), [])
  const { differing, unposted } = await recompute()
  t.same({ differing, unposted }, { differing: [], unposted: [] })
  await falsifyUsage(coffer, 277, 10 * gigabyte)
  t.match(
    (await recompute()).differing,
    [{ stored: 277, computed: 377 }],
    'an event that was slipped in later is found',
  )
})
