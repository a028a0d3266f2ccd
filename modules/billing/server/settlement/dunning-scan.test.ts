import { randomUUID } from 'node:crypto'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { stopRunners } from '../../../../tests/support/jobs.ts'
import { dayMs, meteredPlan, meterOf, subscribeSince } from '../../../../tests/support/metered-accounts.ts'
import { Ledger } from '../services/ledger.ts'
import { BillingMails } from './mails.ts'
import { Reminders } from './reminders.ts'

const app = await testApp(t)
const { coffer } = app
const { db, jobs, settings } = coffer.platform
// A change of the engine starts a job, which would subscribe new users between two scans.
await stopRunners(jobs)
// Whoever is released is not reminded again by another rule.
await settings.set({ subscription_type: 'metered', allowed_payments: true, usage_bigger_than_balance: false })
const ledger = new Ledger(db)
const plan = await meteredPlan(coffer, 'USD', [meterOf('bandwidth', '0', '1')])

/** In a period that costs a dollar. */
const subscribed = async (userId: string) => {
  await subscribeSince(coffer, userId, plan, new Date(Date.now() - 5 * dayMs))
  await db.query(
    "insert into usage_meters (user_id, traffic_from, recorded_at) values ($1, now() - interval '2 days', now())",
    [userId],
  )
}

/** Blocked for a reason. */
const blocked = async (reason: string) => {
  const userId = randomUUID()
  await subscribed(userId)
  await db.query(
    'insert into billing_accounts (user_id, dunning_reason, dunning_sequence, dunning_at) values ($1, $2, 3, now())',
    [userId, reason],
  )
  return userId
}
const add = (userId: string, amount: number) =>
  db.transaction((tx) =>
    ledger.post(tx, {
      userId,
      amount,
      currency: 'USD',
      type: 'charge',
      gateway: 'stripe',
      key: randomUUID(),
      from: { gateway: 'stripe' },
      to: { balance: userId },
    }),
  )
const reasonOf = async (userId: string) =>
  (
    await db.query<{ reason: string | null }>(
      'select dunning_reason as reason from billing_accounts where user_id = $1',
      [userId],
    )
  )[0]?.reason

/** No account signs up where accounts are metered without an active plan. */
const newUser = async () => {
  await settings.set({ subscription_type: 'none' })
  const user = await signUp(app)
  await settings.set({ subscription_type: 'metered' })
  return user
}

t.test('accounts that have paid are released by the next scan, when the event of the payment was lost', async (t) => {
  const cases: [reason: string, paid: number, left: string | null][] = [
    ['low-balance', 0, 'low-balance'],
    ['low-balance', 100, 'low-balance'],
    ['low-balance', 101, null],
    ['first-payment', 0, 'first-payment'],
    ['first-payment', 1, null],
    ['payment-failed', 0, null],
  ]
  const accounts = await Promise.all(cases.map(([reason]) => blocked(reason)))
  for (const [n, userId] of accounts.entries()) if (cases[n]?.[1]) await add(userId, cases[n][1])
  const owing = await blocked('payment-failed')
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total, attempts)
     select gen_random_uuid(), user_id, id, plan_version_id, now() - interval '40 days', period_from, 'USD', '[]', 100, 1
     from subscriptions where user_id = $1`,
    [owing],
  )
  t.match(await jobs.runNow('scan-dunning'), { released: 3 })
  for (const [n, userId] of accounts.entries()) {
    const [reason, paid, left] = cases[n] as (typeof cases)[number]
    t.equal(await reasonOf(userId), left, `${reason}, ${paid} cents paid`)
  }
  t.equal(await reasonOf(owing), 'payment-failed', 'a bill is open')
})

t.test('a debt is reminded of without a bill, until it is paid or a card is stored that bills charge', async (t) => {
  const [paying, storing, unbilled] = [await newUser(), await newUser(), await newUser()]
  await subscribed(storing.id)
  for (const { id } of [paying, storing, unbilled])
    await db.transaction((tx) =>
      ledger.post(tx, {
        userId: id,
        amount: 500,
        currency: 'USD',
        type: 'refund',
        gateway: 'stripe',
        key: randomUUID(),
        from: { balance: id },
        to: { gateway: 'stripe' },
        isOwed: true,
      }),
    )
  t.match(await jobs.runNow('scan-dunning'), { found: 3, reminded: 3 })
  t.match(
    await jobs.runNow('scan-dunning'),
    { found: 0, released: 0, reminded: 0 },
    'it is not released, and begins once',
  )
  for (const { id } of [paying, storing, unbilled]) t.equal(await reasonOf(id), 'payment-failed')
  const pay = async (amount: number) => {
    await add(paying.id, amount)
    await coffer.billing.settlement.moneyAdded(paying.id)
    return reasonOf(paying.id)
  }
  t.equal(await pay(400), 'payment-failed', 'a part is not enough')
  t.equal(await pay(100), null)
  await db.query(
    `insert into payment_cards (id, user_id, gateway, reference, brand, last4, expires_year, expires_month)
     select gen_random_uuid(), id, 'stripe', 'pm_' || id, 'visa', '4242', 2099, 1 from unnest($1::uuid[]) id`,
    [[storing.id, unbilled.id]],
  )
  t.match(await jobs.runNow('scan-dunning'), { found: 0, released: 1 }, 'the next bill charges it')
  t.same([await reasonOf(storing.id), await reasonOf(unbilled.id)], [null, 'payment-failed'])
})

t.test('neither a suspended account nor an administrator is reminded', async (t) => {
  const { id } = await newUser()
  await db.query(
    "insert into billing_accounts (user_id, dunning_reason, dunning_at) values ($1, 'payment-failed', now())",
    [id],
  )
  await db.query(
    `insert into bills (id, user_id, subscription_id, plan_version_id, period_from, period_to, currency, lines, total, attempts)
     select gen_random_uuid(), $1, id, plan_version_id, now() - interval '40 days', now(), 'USD', '[]', 100, 1
     from subscriptions limit 1`,
    [id],
  )
  for (const [column, value, usual] of [
    ['status', 'suspended', 'active'],
    ['role', 'admin', 'user'],
  ] as const) {
    await db.query(`update users set ${column} = $2 where id = $1`, [id, value])
    t.match(await jobs.runNow('scan-dunning'), { reminded: 0 }, value)
    await db.query(`update users set ${column} = $2 where id = $1`, [id, usual])
  }
  t.match(await jobs.runNow('scan-dunning'), { reminded: 1 })
})

t.test('a new account whose credit covers its usage is not asked for a first payment', async (t) => {
  const newAccount = async (credit: number) => {
    const { id } = await newUser()
    await subscribed(id)
    if (credit > 0)
      await db.transaction((tx) =>
        ledger.post(tx, {
          userId: id,
          amount: credit,
          currency: 'USD',
          type: 'credit',
          gateway: 'system',
          key: randomUUID(),
          from: 'bonus',
          to: { balance: id },
        }),
      )
    return id
  }
  // With more decimals than the currency: it was set for another one.
  for (const limit_usage_in_new_accounts_amount of [1, 0.995]) {
    await settings.set({ limit_usage_in_new_accounts: true, limit_usage_in_new_accounts_amount })
    const [covered, owing] = [await newAccount(5_000), await newAccount(0)]
    await jobs.runNow('scan-dunning')
    t.equal((await reasonOf(covered)) ?? null, null)
    t.equal(await reasonOf(owing), 'first-payment', `${limit_usage_in_new_accounts_amount}`)
  }
})

t.test('no account is reminded while payments are turned off or paused, nor blocked on the day after', async (t) => {
  const userId = await blocked('low-balance')
  const sequence = async () =>
    (
      await db.query<{ at: number }>('select dunning_sequence as at from billing_accounts where user_id = $1', [userId])
    )[0]?.at
  const age = (hours: number) =>
    db.query(
      `update billing_accounts set dunning_sequence = 2, dunning_at = now() - make_interval(hours => $2)
       where user_id = $1`,
      [userId, hours],
    )
  for (const [off, on, skipped] of [
    [{ allowed_payments: false }, { allowed_payments: true }, 'payments are turned off'],
    [{ payments_paused: true }, { payments_paused: false }, 'payments are paused'],
  ] as const) {
    await age(90)
    await settings.set(off)
    const covered = await blocked('low-balance')
    await add(covered, 101)
    t.match(await jobs.runNow('scan-dunning'), { skipped })
    t.equal(await reasonOf(covered), 'allowed_payments' in off ? null : 'low-balance', 'its balance is enough')
    await settings.set(on)
    await jobs.runNow('scan-dunning')
    t.equal(await sequence(), 2, skipped)
  }
  await age(47)
  await jobs.runNow('scan-dunning')
  t.equal(await sequence(), 3)
})

t.test('a reminder says how to pay where people cannot pay by themselves', async (t) => {
  const sent: string[] = []
  const mailer = { send: async ({ lines }: { lines: string[] }) => void sent.push(lines.join(' ')) }
  const mails = new BillingMails({ ...coffer.platform, mailer } as never)
  for (const isOffered of [true, false]) {
    const { id } = await newUser()
    await db.query("insert into billing_accounts (user_id, dunning_reason) values ($1, 'low-balance')", [id])
    await new Reminders({ db, jobs, users: coffer.users, mails, isOffered: async () => isOffered }).run()
    t.equal(/Ask the administrator of this site/.test(sent.at(-1) ?? ''), !isOffered)
  }
})
