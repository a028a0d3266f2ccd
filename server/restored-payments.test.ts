import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { manifestFile, manifestText } from '../modules/platform/server/backup/backup-store.ts'
import { signIn, signUp } from '../tests/support/actors.ts'
import { newAdmin } from '../tests/support/admins.ts'
import { type TestApp, testApp } from '../tests/support/app.ts'
import { commandEnv, withoutSchema } from '../tests/support/backups.ts'
import { cli } from '../tests/support/cli.ts'
import { testDatabase } from '../tests/support/database.ts'
import { testFolder } from '../tests/support/folders.ts'
import type { GatewayDouble } from '../tests/support/gateways/double.ts'
import { deliver, gatewayDoubles } from '../tests/support/gateways/gateways.ts'
import { chargesOf, storeCard } from '../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../tests/support/gateways/stripe-double.ts'
import {
  appendUsage,
  dayMs,
  gigabyte,
  ledgerFaults,
  meteredPlan,
  meterOf,
  subscribeSince,
} from '../tests/support/metered-accounts.ts'
import { eventually } from '../tests/support/poll.ts'

const { doubles, env } = await gatewayDoubles(t)
const stripe = doubles.find((double: GatewayDouble) => double.name === 'stripe') as StripeDouble
const since = () => new Date(Date.now() - 31 * dayMs)

/** Bills the ended periods, and collects the bills. Sign-up is closed where accounts are metered without an active plan. */
const settle = async ({ coffer }: TestApp) => {
  const { settings, jobs } = coffer.platform
  await settings.set({ subscription_type: 'metered' })
  const result = await jobs.runNow('settle-subscriptions')
  await settings.set({ subscription_type: 'none' })
  return result
}

/** An installation with Stripe, whose users have a card and a period of $1 (a flat fee) that has ended. */
const original = async () => {
  const app = await testApp(t, { env: { ...env, API_RATE_LIMIT: '0,0' } })
  const { coffer } = app
  await coffer.platform.settings.set({ allowed_payments: true })
  const admin = await newAdmin(app)
  await admin.client.post('/api/admin/settings/payment-service', { service: 'stripe', ...stripe.credentials })
  const plan = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '1', '1')])
  const metered = async () => {
    const user = await signUp(app)
    await subscribeSince(coffer, user.id, plan, since())
    return user
  }
  const cardOwner = async () => {
    const user = await metered()
    return { ...user, customer: await storeCard(stripe, user) }
  }
  return { app, metered, cardOwner }
}

const restored = async (from: TestApp) => {
  const folder = testFolder(t)
  await from.coffer.storage.api.maintenance.backup(folder)
  return async () => {
    const [target, dataDir] = [await testDatabase(t), testFolder(t)]
    await withoutSchema(target.url)
    const done = await cli(await commandEnv(dataDir, target.url), 'restore', folder)
    t.match(done, { code: 0, out: /Payments are paused/ }, done.err)
    return testApp(t, { dataDir, db: target, installed: false, env: { ...env, API_RATE_LIMIT: '0,0' } })
  }
}

const billsOf = ({ coffer }: TestApp, { id }: { id: string }) =>
  coffer.platform.db.query('select status, total, attempts from bills where user_id = $1', [id])

t.test('a backup from before invoices had suffixes and uses of stores were recorded is restored', async (t) => {
  const older = await testApp(t)
  const { db } = older.coffer.platform
  await meteredPlan(older.coffer, 'USD', [meterOf('bandwidth', '1', '1')])
  await db.query('drop table invoice_series_suffixes')
  await db.query("delete from mikro_orm_migrations where name like '%_invoice_series_suffixes'")
  const folder = testFolder(t)
  const { id } = await older.coffer.storage.api.maintenance.backup(folder)
  const path = join(folder, 'snapshots', id, manifestFile)
  const { migrations, tables, ...rest } = JSON.parse(readFileSync(path, 'utf8').split('\n').slice(0, -2).join('\n'))
  const manifest = {
    ...rest,
    migrations: migrations.filter((name: string) => !name.endsWith('_store_uses')),
    tables: tables.filter(({ table }: { table: string }) => table !== 'store_uses'),
  }
  writeFileSync(path, manifestText(manifest))
  const target = await testDatabase(t)
  await withoutSchema(target.url)
  const dataDir = testFolder(t)
  const done = await cli(await commandEnv(dataDir, target.url), 'restore', folder)
  t.match(done, { code: 0 }, done.err)
  const copy = await testApp(t, { dataDir, db: target, installed: false })
  const { db: copyDb } = copy.coffer.platform
  t.match(await copyDb.query('select suffix from invoice_series_suffixes'), [{ suffix: /^R\d{10}$/ }], 'the next ones')
  t.same(await copyDb.query(`select to_regclass('store_uses')::text as made`), [{ made: 'store_uses' }])
})

const { app, metered, cardOwner } = await original()
const late = await metered()
const declined = await cardOwner()
const [same, more, less, unpaid] = [await cardOwner(), await cardOwner(), await cardOwner(), await cardOwner()]
await appendUsage(app.coffer, less.id, [
  { feature: 'bandwidth', quantity: 2 * gigabyte, at: new Date(Date.now() - 20 * dayMs) },
])
const restore = await restored(app)
// Data that the backup does not have: usage, and the charges of the period.
await appendUsage(app.coffer, more.id, [
  { feature: 'bandwidth', quantity: 5 * gigabyte, at: new Date(Date.now() - 20 * dayMs) },
])
stripe.customers.get(unpaid.customer)?.cards.splice(0, 1)
stripe.declining = true
t.match(await settle(app), { paid: 0, failed: 6 })
stripe.declining = false
const lateCustomer = await storeCard(stripe, late)
await app.coffer.platform.db.query("update bills set next_attempt_at = now() where status = 'open'")
await app.coffer.platform.jobs.runNow('retry-failed-payments')
const all = () => [same, more, less, declined, { customer: lateCustomer }].map((of) => chargesOf(stripe, of))
t.same(all(), [[100], [600], [300], [100], [100]])
const charged = all()
const copy = await restore()
const { settings, jobs, db } = copy.coffer.platform

t.test('after a restore payments are paused: no card is charged, and no bill counts as failed', async (t) => {
  t.equal(await settings.get('payments_paused'), true)
  t.match(await settle(copy), { billed: 6, paid: 0, failed: 0, unknown: 0 })
  t.match(await jobs.runNow('retry-failed-payments'), { paid: 0, failed: 0, unknown: 0 })
  await copy.coffer.billing.settlement.moneyAdded(same.id)
  await t.rejects(copy.coffer.billing.settlement.retry(same.id), { code: 'gateway-unavailable' })
  t.same(await billsOf(copy, same), [{ status: 'open', total: 100, attempts: 0 }])
  t.same(all(), charged)
  const event = stripe.events.at(-1)
  if (event) t.equal(await deliver(copy, stripe, event.body), 503, 'Stripe repeats it')
  t.equal((await app.coffer.platform.settings.get('payments_paused')) as boolean, false, 'the original goes on')
})

t.test('an account that a gateway may charge is not deleted while payments are paused', async (t) => {
  const { id } = await signUp(copy)
  await db.query(
    `with s as (insert into subscriptions (id, user_id, plan_version_id, gateway, status)
       select gen_random_uuid(), $1, plan_version_id, 'stripe', 'inactive' from subscriptions limit 1 returning id)
     insert into gateway_subscriptions (gateway, id, subscription_id) select 'stripe', 'sub_of_the_original', id from s`,
    [id],
  )
  /** As an administrator orders it: others wait for a week after a restore. */
  const order = (user: string) =>
    db.query("update users set deletion_at = now(), status = 'suspended' where id = $1", [user])
  const keep = (user: string) =>
    db.query("update users set deletion_at = null, status = 'active' where id = $1", [user])
  await order(id)
  await t.rejects(jobs.runNow('delete-accounts'))
  t.equal((await db.query('select 1 from users where id = $1', [id])).length, 1)
  await keep(id)
  await order(unpaid.id)
  await t.rejects(jobs.runNow('delete-accounts'), 'nor one that owes something')
  t.match(await billsOf(copy, unpaid), [{ status: 'open' }])
  await keep(unpaid.id)
  await jobs.runNow('delete-accounts')
})

t.test('turned on again: charges of the original are posted, and not repeated', async (t) => {
  await settings.set({ payments_paused: false })
  t.match(await settle(copy), { paid: 4, failed: 3 }, 'the deletion has billed the rest of one')
  const again = await signIn(copy, late)
  t.equal(await storeCard(stripe, again), lateCustomer, 'a customer that was made after the backup is found')
  await eventually(t, async () => (await billsOf(copy, late))[0], { status: 'paid', total: 100, attempts: 1 })
  t.same(all(), charged)
  for (const [user, total, balance] of [
    [same, 100, 0],
    [more, 100, 500],
    [less, 300, 0],
    [declined, 100, 0],
  ] as const) {
    t.match(await billsOf(copy, user), [{ status: 'paid', total }])
    t.equal(await copy.coffer.billing.ledger.balance(user.id, 'USD'), balance, 'more than the bill is prepaid')
  }
  t.match(await billsOf(copy, unpaid), [{ status: 'open', attempts: 1 }], 'the card that was removed meanwhile')
  t.same(await ledgerFaults(copy.coffer), [])
  const numbers = ({ coffer }: TestApp) =>
    coffer.platform.db.query<{ series: string; number: number }>('select series, number from invoices order by number')
  const [former, here] = [await numbers(app), await numbers(copy)]
  t.ok(former.every(({ series }) => /^\d{4}$/.test(series)))
  t.ok(
    here.every(({ series }) => /^\d{4}-R\d{10}$/.test(series)),
    'no invoice has the number of one that the original has issued since the backup',
  )
  t.same(
    here.map(({ number }) => number),
    here.map((_invoice, n) => n + 1),
    'without gaps',
  )
  t.ok(former.length > 0 && here.length > 0)
  await settle(copy)
  t.same(all(), charged)
})
