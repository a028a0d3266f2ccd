import t from 'tap'
import { type Actor, signUp } from '../support/actors.ts'
import { crashingServer } from '../support/gateways/crashing-server.ts'

const kills = 3
const paymentsPerGateway = 12

t.test('webhooks repeated, shuffled, through failing gateways and kill -9 credit each payment once', async (t) => {
  const { doubles, server, rows, admin, random, reportThroughKills } = await crashingServer(t)
  const people = [admin, await signUp(server), await signUp(server)] as [Actor, Actor, Actor]

  // Expected balance of each person: payments less refunds, of all gateways.
  const expected = new Map(people.map(({ id }) => [id, 0]))
  for (const double of doubles)
    for (let count = 0; count < paymentsPerGateway; count++) {
      const person = people[count % people.length] as Actor
      const amount = 100 + Math.floor(random() * 10_000)
      const { body } = await person.client.post<{ data: { reference: string } }>(`/api/${double.name}/checkout`, {
        amount: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
      })
      double.pay(body.data.reference)
      const checkout = double.checkoutOf(body.data.reference)
      // An order is captured by the server: money goes back only after that.
      const back = checkout.payment && count % 4 === 0 ? Math.floor(amount / 2) : 0
      if (back > 0) double.refund(body.data.reference, back)
      expected.set(person.id, (expected.get(person.id) ?? 0) + amount - back)
    }
  await reportThroughKills(kills)

  const balances = await rows<{ user_id: string; balance: string }>(
    "select user_id, balance from ledger_accounts where kind = 'balance' order by user_id",
  )
  t.same(
    Object.fromEntries(balances.map(({ user_id, balance }) => [user_id, Number(balance)])),
    Object.fromEntries(expected),
    'each balance is what the gateways have',
  )
  const [total] = await rows<{ sum: string }>('select sum(balance) from ledger_accounts')
  t.equal(Number(total?.sum), 0, 'the ledger sums to zero')
  const posted = await rows("select 1 from ledger_transactions where type = 'charge'")
  t.equal(posted.length, doubles.length * paymentsPerGateway, 'one transaction for each payment')
  t.ok(doubles.every(({ checkouts }) => checkouts.every(({ status }) => status === 'paid')))
})
