import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { storeCard } from '../../../../tests/support/gateways/stored-cards.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, deliverAll, subscribe, detail } = fixture
const { jobs } = app.coffer.platform
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]
const [stripe] = doubles as unknown as [StripeDouble]

t.test('gateways: an answer that is late does not undo what its user did meanwhile', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  const { reached, release } = stripe.holdNext(new RegExp(`^GET /v1/subscriptions/${id}$`))
  const comparing = jobs.runNow('reconcile-gateways')
  await reached
  const acting = (async () => {
    t.equal((await user.client.post(`/api/subscriptions/swap/${pro}`, {})).status, 200)
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
  })()
  // Both would be done by now if they did not wait for the comparison.
  await Promise.race([acting, sleep(500)])
  release()
  await Promise.all([comparing, acting])
  t.match(await detail(user), { status: 'cancelled', name: 'Pro' })
})

t.test('gateways: a card that was removed does not come back, wherever it was removed', async (t) => {
  const user = await signUp(app)
  const customer = await storeCard(stripe, user)
  const cards = async () =>
    (await user.client.get<{ data: { id: string }[] }>('/api/subscriptions/credit-cards')).body.data
  const { reached, release } = stripe.holdNext(new RegExp(`^GET /v1/customers/${customer}/payment_methods$`))
  const refreshing = user.client.post('/api/subscriptions/credit-cards/refresh', {})
  await reached
  const removing = user.client.delete(`/api/stripe/credit-cards/${(await cards())[0]?.id}`)
  // It would be done by now if it did not wait.
  await Promise.race([removing, sleep(500)])
  release()
  t.equal((await removing).status, 200)
  await refreshing
  t.same(await cards(), [])

  await storeCard(stripe, user)
  await deliverAll(stripe)
  t.equal((await cards()).length, 1)
  stripe.detachCard(stripe.customers.get(customer)?.cards[0]?.id ?? '')
  await deliverAll(stripe)
  t.same(await cards(), [], 'at the dashboard of the gateway')
})
