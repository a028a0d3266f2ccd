import fc from 'fast-check'
import t from 'tap'
import { testApp } from '../../../../tests/support/app.ts'
import { newId } from '../../../platform/index.ts'
import { Ledger, type Posting, type PostResult } from './ledger.ts'

const { coffer } = await testApp(t)
const { db } = coffer.platform
const ledger = new Ledger(db)

const post = (posting: Partial<Posting> & Pick<Posting, 'userId' | 'amount' | 'from' | 'to'>): Promise<PostResult> =>
  db.transaction((tx) =>
    ledger.post(tx, { type: 'credit', currency: 'USD', gateway: 'system', key: newId(), ...posting }),
  )
const credit = (userId: string, amount: number, currency = 'USD') =>
  post({ userId, amount, currency, from: 'bonus', to: { balance: userId } })
const withdraw = (userId: string, amount: number, key = newId()) =>
  post({ userId, amount, key, type: 'withdrawal', from: { balance: userId }, to: 'sales' })

/** Accounts whose balance is not the sum of their entries, and currencies whose accounts do not add up to 0. */
const inconsistencies = async () => ({
  balances: await db.query(
    `select a.id from ledger_accounts a left join ledger_entries e on e.account_id = a.id
     group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  ),
  sums: await db.query('select currency from ledger_accounts group by currency having sum(balance) <> 0'),
})
const consistent = { balances: [], sums: [] }

t.test('parallel withdrawals never take more than the balance', async (t) => {
  const userId = newId()
  await credit(userId, 100)
  const results = await Promise.all(Array.from({ length: 40 }, () => withdraw(userId, 3)))
  t.equal(results.filter((result) => result === 'posted').length, 33)
  t.equal(results.filter((result) => result === 'insufficient').length, 7)
  t.equal(await ledger.balance(userId, 'USD'), 1)
  t.same(await inconsistencies(), consistent)
})

t.test('the same key is posted once, also by parallel calls and with an empty balance', async (t) => {
  const userId = newId()
  await credit(userId, 10)
  const key = newId()
  const results = await Promise.all(Array.from({ length: 8 }, () => withdraw(userId, 10, key)))
  t.same(results.sort(), ['posted', ...Array(7).fill('posted-before')])
  t.equal(await ledger.balance(userId, 'USD'), 0)
  t.equal(await withdraw(userId, 10), 'insufficient')
})

t.test('opposite transactions over the same accounts do not deadlock', async (t) => {
  const users = Array.from({ length: 4 }, newId)
  for (const userId of users) await credit(userId, 1_000)
  const refund = (userId: string) => post({ userId, amount: 1, type: 'refund', from: 'sales', to: { balance: userId } })
  await Promise.all(Array.from({ length: 80 }, (_, at) => [withdraw, refund][at % 2]?.(users[at % 4] as string, 1)))
  for (const userId of users) t.ok((await ledger.balance(userId, 'USD')) >= 980)
  t.same(await inconsistencies(), consistent)
})

t.test("random transactions: balances equal a model's, currencies do not mix, the ledger adds up to 0", async (t) => {
  const operation = fc.record({
    user: fc.nat(2),
    amount: fc.nat(500),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    kind: fc.constantFrom('credit', 'withdraw', 'fund', 'refund'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
      const users = Array.from({ length: 3 }, newId)
      const model = new Map<string, number>()
      for (const { user, amount, currency, kind } of operations) {
        const userId = users[user] as string
        const balance = { balance: userId }
        const [from, to] = {
          credit: ['bonus', balance] as const,
          withdraw: [balance, 'sales'] as const,
          fund: [{ gateway: 'paypal' }, balance] as const,
          refund: ['sales', balance] as const,
        }[kind] as [Posting['from'], Posting['to']]
        const before = model.get(userId + currency) ?? 0
        const expected = kind === 'withdraw' && before < amount ? 'insufficient' : 'posted'
        if ((await post({ userId, amount, currency, from, to })) !== expected) return false
        if (expected === 'posted') model.set(userId + currency, before + (kind === 'withdraw' ? -amount : amount))
      }
      for (const userId of users)
        for (const currency of ['USD', 'JPY', 'KWD'])
          if ((await ledger.balance(userId, currency)) !== (model.get(userId + currency) ?? 0)) return false
      return true
    }),
    { numRuns: 25 },
  )
  t.same(await inconsistencies(), consistent)
})

t.test('a transaction that failed is recorded once and moves nothing', async (t) => {
  const userId = newId()
  await credit(userId, 5)
  const failed = { userId, type: 'charge', amount: 900, currency: 'USD', gateway: 'stripe', key: newId() } as const
  t.equal(await db.transaction((tx) => ledger.recordFailure(tx, failed)), true)
  t.equal(await db.transaction((tx) => ledger.recordFailure(tx, failed)), false)
  t.equal(await ledger.balance(userId, 'USD'), 5)
})

t.test('the database rejects transactions that do not balance, and changes of posted ones', async (t) => {
  const userId = newId()
  await credit(userId, 70)
  await credit(userId, 70, 'EUR')
  const [posted] = await db.query<{ id: string }>(
    "select id from ledger_transactions where user_id = $1 and currency = 'USD'",
    [userId],
  )
  const id = posted?.id as string
  const accounts = await db.query<{ id: number; currency: string }>(
    'select id, currency from ledger_accounts where user_id = $1',
    [userId],
  )
  const accountOf = (currency: string) => accounts.find((account) => account.currency === currency)?.id
  const created = (status: string, amount: number) =>
    `insert into ledger_transactions (id, user_id, type, status, currency, amount, gateway, idempotency_key)
     values ('${newId()}', '${userId}', 'credit', '${status}', 'USD', ${amount}, 'system', '${newId()}')`
  for (const [name, statement, code] of [
    ['money from nowhere', `update ledger_transactions set amount = 7000 where id = '${id}'`, '23001'],
    ['an entry less', `delete from ledger_entries where transaction_id = '${id}'`, '23001'],
    ['all entries less', 'truncate ledger_entries', '23001'],
    ['a completed transaction without entries', created('completed', 5), '23514'],
    [
      'an entry more',
      `insert into ledger_entries values ('${id}', (select id from ledger_accounts where kind = 'sales'
       and currency = 'USD'), 5)`,
      '23514',
    ],
    [
      'two currencies in one transaction',
      `insert into ledger_entries values ('${id}', ${accountOf('EUR')}, -70),
       ('${id}', (select id from ledger_accounts where kind = 'bonus' and currency = 'EUR'), 70)`,
      '23514',
    ],
    [
      'a negative prepaid balance',
      `with posted as (${created('completed', 71)} returning id)
       insert into ledger_entries select id, ${accountOf('USD')}, -71 from posted
       union all select id, (select id from ledger_accounts where kind = 'bonus' and currency = 'USD'), 71 from posted`,
      '23514',
    ],
    ['a balance without entries', `update ledger_accounts set balance = 71 where id = ${accountOf('USD')}`, '23001'],
    [
      'a balance of another user',
      `update ledger_accounts set user_id = '${newId()}' where user_id = '${userId}'`,
      '23001',
    ],
    [
      'a balance from the beginning',
      `insert into ledger_accounts (kind, user_id, currency, balance) values ('balance', '${newId()}', 'USD', 1)`,
      '23001',
    ],
    ['an account less', `delete from ledger_accounts where id = ${accountOf('USD')}`, '23001'],
    ['all accounts less', 'truncate ledger_accounts cascade', '23001'],
  ] as const)
    await t.rejects(db.query(statement), { code }, name)
  t.resolves(db.query(created('error', 5)), 'a failed one needs no entries')
  t.same(await inconsistencies(), consistent)
})
