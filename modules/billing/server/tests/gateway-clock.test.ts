import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import type { ReversingDouble } from '../../../../tests/support/gateways/reversing-double.ts'
import { reversingPaymentsOf } from '../../../../tests/support/gateways/reversing-payments.ts'

const { app, reversing, deliverAll, subscribe } = await reversingPaymentsOf(t)
const { db, jobs } = app.coffer.platform
const hourMs = 3_600_000
const RealDate = Date

/** Runs `fn` while the clock of this process is so many hours off. */
const withClock = async (hours: number, fn: () => Promise<unknown>) => {
  const ms = hours * hourMs
  globalThis.Date = class extends RealDate {
    // biome-ignore lint/suspicious/noExplicitAny: as `Date` itself is called
    constructor(...given: any[]) {
      super(...((given.length > 0 ? given : [RealDate.now() + ms]) as [number]))
    }
    static override now() {
      return RealDate.now() + ms
    }
  } as DateConstructor
  try {
    await fn()
  } finally {
    globalThis.Date = RealDate
  }
}

const subscriptionOf = async ({ id }: Actor) => {
  const [found] = await db.query<{ status: string; ends: number }>(
    'select status, extract(epoch from ends_at - now())::int as ends from subscriptions where user_id = $1',
    [id],
  )
  return found
}

for (const hours of [26, -26])
  t.test(`D48: plans are charged and end by the database’s clock, with a process ${hours} h off`, async (t) => {
    for (const double of reversing as ReversingDouble[]) {
      const [user, leaving] = [await signUp(app), await signUp(app)]
      const payment = await subscribe(user, double)
      await subscribe(leaving, double)
      await withClock(hours, () => deliverAll(double))
      const charged = await db.query("select 1 from ledger_transactions where type = 'charge' and user_id = any($1)", [
        [user.id, leaving.id],
      ])
      t.equal(charged.length, 2, `${double.name}: the webhooks are accepted, and the payments found`)
      double.decide(double.dispute(payment), 'lost')
      await withClock(hours, () => deliverAll(double))
      await db.query("update users set deletion_at = now() - interval '1 second' where id = $1", [leaving.id])
      await withClock(hours, () => jobs.runNow('delete-accounts'))
      for (const ended of [await subscriptionOf(user), await subscriptionOf(leaving)]) {
        t.equal(ended?.status, 'completed', double.name)
        t.ok(Math.abs(ended?.ends ?? hours * 3_600) < 3_600, `${double.name}: it ended ${ended?.ends} s from now`)
      }
    }
  })
