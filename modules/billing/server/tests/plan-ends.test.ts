import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import type { GatewayDouble } from '../../../../tests/support/gateways/double.ts'
import { subscribersOf } from '../../../../tests/support/gateways/subscribers.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { linksOf, mailSink } from '../../../../tests/support/smtp.ts'
import { completeEnded } from '../subscriptions/complete-ended.ts'

const sink = await mailSink(t)
const fixture = await subscribersOf(t, (env) => testApp(t, { env: { ...env, MAIL_URL: sink.url } }))
const { app, admin, doubles, newPlan, deliverAll, begin, subscribe, detail } = fixture
const { db, jobs, settings } = app.coffer.platform
const [stripe, paypal, paystack] = doubles as [GatewayDouble, GatewayDouble, GatewayDouble]
await settings.set({ default_max_storage_amount: 5 })
const [plus, pro] = [await newPlan('Plus', '9'), await newPlan('Pro', '19')]
const { subscriptions } = app.coffer.billing
const day = 86_400_000

interface Listed {
  data: { data: { attributes: { category: string; title: string; description: string; action: object | null } } }[]
}
/** Notifications about the end of a plan, newest first. */
const told = async ({ client }: Actor) =>
  (await client.get<Listed>('/api/notifications')).body.data
    .map(({ data }) => data.attributes)
    .filter(({ title }) => /cancel|ended|beendet/.test(title))
const titles = async (user: Actor) => (await told(user)).map(({ title }) => title)
/** Subjects of the emails about it, oldest first. */
const mailed = async ({ email }: Actor) => {
  await jobs.settled('mail')
  return sink.received
    .filter(({ to, message }) => to.includes(email) && /canceled|ended|beendet/.test(message.subject ?? ''))
    .map(({ message }) => message.subject)
}
/** The date as it is written to a user, who is told where it is in UTC because no time zone is known. */
const shown = (date: Date | string, locale = 'en', timeZone?: string) => {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: timeZone ?? 'UTC' }).format(
    new Date(date),
  )
  return timeZone ? text : `${text}\u00A0(UTC)`
}
const endOf = async (user: Actor) => ((await detail(user)) as { ends_at: string }).ends_at
/** Calls that cancel are carried out and answered 500. */
const loseCancellations = (double: GatewayDouble) => {
  const cancels = /^POST .*(\/v1\/subscriptions\/\w+|\/cancel|\/subscription\/disable)$/
  Object.assign(double, { failing: 0.9, random: () => (cancels.test(double.calls.at(-1) ?? '') ? 0.7 : 1) })
}
/** The cancelled period of a user has passed. */
const pass = ({ id }: Actor) =>
  db.query(
    `update subscriptions set period_from = now() - interval '30 days', period_to = now() - interval '1 s',
     ends_at = now() - interval '1 s' where user_id = $1 and status = 'cancelled'`,
    [id],
  )
/** Whatever reports the state again. */
const repeat = async (double: GatewayDouble) => {
  await deliverAll(double)
  await jobs.runNow('reconcile-gateways')
  await jobs.runNow('complete-subscriptions')
}

t.test('plans: a user who cancels gets a confirmation by email, and one notification of the end', async (t) => {
  for (const double of doubles) {
    const user = await signUp(app)
    const id = await subscribe(user, double, plus)
    t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
    await repeat(double)
    t.same(await titles(user), [], `${double.name}: no alarm in the app`)
    t.same(await mailed(user), ['Your Plus plan was canceled'], double.name)
    const { message, ...mail } = await sink.next(user.email, ({ message }) => /canceled/.test(message.subject ?? ''))
    t.match(message.text, 'You canceled your Plus plan.')
    t.match(message.text, `You keep it until ${shown(await endOf(user))}.`)
    t.match(message.text, 'Storage after that: 5 GB.')
    t.ok(linksOf({ message, ...mail }).includes(`${app.url}/user/settings/billing`))

    double.end(id)
    await repeat(double)
    await repeat(double)
    t.match(await detail(user), { status: 'completed' })
    const [ended] = await told(user)
    t.match(ended, {
      category: 'payment-alert',
      title: 'Your subscription has ended',
      description: `Plus ended on ${shown(await endOf(user))}. Storage from now on: 5 GB.`,
      action: { type: 'route', params: { route: 'Billing' } },
    })
    t.equal((await told(user)).length, 1, double.name)
    t.same(await mailed(user), ['Your Plus plan has ended'], double.name)
  }
})

t.test('plans: an administrator’s cancellation is told with its date, in the reader’s language', async (t) => {
  const user = await signUp(app)
  await user.client.patch('/api/user/settings', { name: 'locale', value: 'de' })
  await user.client.patch('/api/user/settings', { name: 'timezone', value: 'Pacific/Kiritimati' })
  await subscribe(user, stripe, plus)
  t.equal((await admin.client.post(`/api/subscriptions/admin/users/${user.id}/cancel`, {})).status, 200)
  await repeat(stripe)
  const { data } = (await user.client.get<Listed>('/api/notifications')).body
  const until = shown(await endOf(user), 'de', 'Pacific/Kiritimati')
  t.match(data[0]?.data.attributes, {
    category: 'payment-alert',
    title: 'Die Verwaltung hat dein Abo gekündigt',
    description: `Du behältst Plus bis ${until}. Speicher danach: 5\u00A0GB.`,
  })
  t.equal(data.length, 2, 'besides that of its beginning')
  const { message } = await sink.next(user.email, ({ message }) => /gekündigt/.test(message.subject ?? ''))
  t.match(message.text, 'Die Verwaltung hat deinen Tarif Plus gekündigt.')
  t.match(message.text, `Du behältst ihn bis ${until}.`)
})

t.test('plans: a cancellation at the gateway is reported once, also when its date changes', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  stripe.subscriptionOf(id).status = 'cancelled'
  await repeat(stripe)
  const subscription = stripe.subscriptionOf(id)
  subscription.to = new Date(subscription.to.getTime() + day)
  await repeat(stripe)
  t.same(await titles(user), ['Your subscription was canceled'])
  t.same(await mailed(user), ['Your Plus plan was canceled'])
  t.equal((await user.client.post('/api/subscriptions/resume', {})).status, 200)
  subscription.status = 'cancelled'
  await repeat(stripe)
  t.equal((await titles(user)).length, 2, 'a second cancellation after it was resumed')
})

t.test('plans: two processes report an end once, without a limit where there is none', async (t) => {
  const user = await signUp(app)
  await subscribe(user, paystack, plus)
  t.equal((await user.client.post('/api/subscriptions/cancel', {})).status, 200)
  await pass(user)
  await settings.set({ default_max_storage_amount: 0 })
  t.teardown(() => settings.set({ default_max_storage_amount: 5 }))
  await Promise.all([completeEnded(db, subscriptions), completeEnded(db, subscriptions)])
  await completeEnded(db, subscriptions)
  t.match(await told(user), [{ description: /Storage from now on: no limit\.$/ }])
  t.same(await mailed(user), ['Your Plus plan was canceled', 'Your Plus plan has ended'])
  const { message } = await sink.next(user.email, ({ message }) => /ended/.test(message.subject ?? ''))
  t.notMatch(message.text, 'Storage')
})

t.test('plans: a plan that its gateway gave up is reported as ended, not as cancelled', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  const from = new Date(Date.now() - 40 * day)
  Object.assign(stripe.subscriptionOf(id), { from, paidFrom: from, to: new Date(Date.now() - 10 * day) })
  stripe.failRenewal(id)
  stripe.giveUp(id)
  await repeat(stripe)
  t.same(await titles(user), ['Your subscription has ended'])
  t.same(await mailed(user), ['Your Plus plan has ended'])
})

t.test('plans: a plan whose renewal fails goes on, although an older invoice was never paid', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  const subscription = stripe.subscriptionOf(id)
  const [from, to] = [new Date(Date.now() - 95 * day), new Date(Date.now() - 65 * day)]
  for (const dated of [subscription, subscription.payments[0]?.paidFor ?? {}]) Object.assign(dated, { from, to })
  for (let period = 0; period < 2; period++) stripe.failRenewal(id)
  const { overdue } = subscription
  Object.assign(subscription, { overdue: null, paidFrom: subscription.from })
  if (overdue) subscription.payments.push(overdue)
  await repeat(stripe)
  t.match(await detail(user), { status: 'active', past_due: null }, 'the newest invoice is paid')
  t.equal(subscription.unpaid.length, 1)
  stripe.failRenewal(id)
  await repeat(stripe)
  t.match(await detail(user), { status: 'active', past_due: { url: /./ } })
  t.match(subscription, { status: 'active', overdue: {} }, 'Stripe goes on trying')
})

t.test('plans: no end is reported to users who have another plan, never paid, or are being deleted', async (t) => {
  const replaced = await signUp(app)
  await subscribe(replaced, stripe, plus)
  await subscribe(replaced, paystack, pro)
  await repeat(stripe)
  t.same(await titles(replaced), [])
  t.same(await mailed(replaced), [])

  const unpaid = await signUp(app)
  await begin(unpaid, paypal, plus)
  await repeat(paypal)
  t.same(await mailed(unpaid), [])

  const leaving = await signUp(app)
  const id = await subscribe(leaving, paypal, plus)
  await db.query("update users set deletion_at = now() - interval '1 second' where id = $1", [leaving.id])
  await jobs.runNow('delete-accounts')
  t.not(paypal.subscriptionOf(id).status, 'active')
  await repeat(paypal)
  t.same(await mailed(leaving), [])
})

t.test(
  'plans: none is renewed while its account waits for its deletion; it goes on when the account is kept',
  async (t) => {
    for (const double of doubles)
      for (const before of ['active', 'cancelled', 'active, and the answer is lost'] as const) {
        const user = await signUp(app)
        const id = await subscribe(user, double, plus)
        if (before === 'cancelled') await user.client.post('/api/subscriptions/cancel', {})
        await user.client.post('/user/confirm-password', { password: user.password })
        if (before.endsWith('lost')) loseCancellations(double)
        t.equal((await user.client.post('/api/user/deletion')).status, 202)
        await eventually(t, () => double.subscriptionOf(id).status, 'cancelled')
        await jobs.settled('sync-gateway-object')
        await repeat(double)
        Object.assign(double, { failing: 0 })
        t.equal(double.subscriptionOf(id).status, 'cancelled', `${double.name}: ${before}`)
        t.match(await detail(user), { status: 'cancelled' }, 'what is paid stays')
        t.same(await mailed(user), ['Your Plus plan was canceled'], 'its user knows')
        t.equal((await user.client.delete('/api/user/deletion')).status, 204)
        await jobs.settled('sync-gateway-object')
        await repeat(double)
        const after = before !== 'cancelled' && double !== paypal ? 'active' : 'cancelled'
        t.match([double.subscriptionOf(id), await detail(user)], [{ status: after }, { status: after }], before)
      }
  },
)

t.test(
  'plans: none is renewed while its account is suspended; it goes on when the account is reactivated',
  async (t) => {
    for (const double of doubles) {
      const user = await signUp(app)
      const id = await subscribe(user, double, plus)
      const change = async (action: 'suspend' | 'reactivate') => {
        await admin.client.post('/api/admin/users/bulk', { action, ids: [user.id] })
        await jobs.settled('sync-gateway-object')
        await repeat(double)
        const [here] = await db.query<{ status: string }>('select status from subscriptions where user_id = $1', [
          user.id,
        ])
        return [double.subscriptionOf(id).status, here?.status]
      }
      t.same(await change('suspend'), ['cancelled', 'cancelled'], double.name)
      const { message } = await sink.next(user.email, ({ message }) => /canceled/.test(message.subject ?? ''))
      t.match(message.text, 'An administrator canceled your Plus plan.')
      const after = double === paypal ? 'cancelled' : 'active'
      t.same(await change('reactivate'), [after, after], double.name)
    }
  },
)

t.test('plans: an unpaid plan ends with the deletion of its account, and not with the request for it', async (t) => {
  const user = await signUp(app)
  const id = await subscribe(user, stripe, plus)
  stripe.failRenewal(id)
  await deliverAll(stripe)
  await app.coffer.billing.credits.give({ actorId: admin.id, ip: '127.0.0.1' }, user.id, { amount: '7.50' })
  const losses = [
    'The current period of your Plus plan isn’t paid yet, and may still be charged unless you cancel the plan. It ends with the account.',
    'Your balance of $7.50 is lost.',
  ]
  t.match(await user.client.get('/api/user/deletion'), { body: { data: { losses } } })
  await user.client.post('/user/confirm-password', { password: user.password })
  t.equal((await user.client.post('/api/user/deletion')).status, 202)
  const { message } = await sink.next(user.email, ({ message }) => /will be deleted/.test(message.subject ?? ''))
  for (const text of losses) t.match(message.text, text)
  await jobs.settled('sync-gateway-object')
  await repeat(stripe)
  t.match([stripe.subscriptionOf(id), await detail(user)], [{ status: 'active' }, { status: 'active' }])
  stripe.settle(id)
  await repeat(stripe)
  t.match(await detail(user), { status: 'cancelled' }, 'it is paid, and not renewed again')
  const renewed = { losses: ['Your Plus plan isn’t renewed, and ends with the account.', losses[1]] }
  t.match(await user.client.get('/api/user/deletion'), { body: { data: renewed } })
})
