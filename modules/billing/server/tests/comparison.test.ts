import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { StripeDouble } from '../../../../tests/support/gateways/stripe-double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'

const fixture = await subscribersOf(t, (env) => testApp(t, { env }))
const { app, doubles, newPlan, subscribe, detail } = fixture
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
