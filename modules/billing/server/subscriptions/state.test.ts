import fc from 'fast-check'
import t from 'tap'
import { eventsToward, type SubscriptionState, sameState, transition } from './state.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))
const period = { from: day(0), to: day(30) }
const statuses = ['inactive', 'active', 'cancelled', 'completed'] as const
const stateWith = (status: (typeof statuses)[number]): SubscriptionState => ({
  status,
  planVersionId: 'a',
  period: status === 'inactive' ? null : period,
  endsAt: status === 'cancelled' || status === 'completed' ? day(30) : null,
})

t.test('a row per event and a column per state: which transitions are possible', async (t) => {
  const table = {
    activated: [{ type: 'activated', period }, 'active', null, null, 'active'],
    renewed: [{ type: 'renewed', period }, null, 'active', null, null],
    changed: [{ type: 'changed', planVersionId: 'b', period }, null, 'active', 'active', null],
    cancelled: [{ type: 'cancelled', endsAt: day(30) }, null, 'cancelled', null, null],
    resumed: [{ type: 'resumed' }, null, null, 'active', null],
    completed: [{ type: 'completed', at: day(30) }, 'completed', 'completed', 'completed', null],
  } as const
  for (const [name, [event, ...expected]] of Object.entries(table))
    for (const [at, status] of statuses.entries())
      t.equal(transition(stateWith(status), event)?.status ?? null, expected[at], `${name} while ${status}`)
})

t.test(
  'whatever a gateway reports, events lead to it, except from the end to a cancellation and back to the beginning',
  async () => {
    const state = fc
      .record({
        status: fc.constantFrom(...statuses),
        plan: fc.constantFrom('a', 'b'),
        start: fc.nat(3),
        end: fc.nat(3),
      })
      .map(
        ({ status, plan, start, end }): SubscriptionState => ({
          status,
          planVersionId: plan,
          period: status === 'inactive' ? null : { from: day(start), to: day(start + 30) },
          endsAt: status === 'cancelled' || status === 'completed' ? day(end + 10) : null,
        }),
      )
    fc.assert(
      fc.property(state, state, (from, to) => {
        const events = eventsToward(from, to)
        if (from.status === 'completed' && to.status !== 'active')
          return (events === null) === (to.status !== 'completed')
        if (to.status === 'inactive') return events === null || (events.length === 0 && sameState(from, to))
        const reached = events?.reduce<SubscriptionState | null>((now, event) => now && transition(now, event), from)
        if (!reached) return false
        return to.status === 'completed' ? reached.status === 'completed' : sameState(reached, to)
      }),
      { numRuns: 2_000 },
    )
  },
)

t.test('a state that is reached already needs no events', async (t) => {
  for (const status of statuses) t.same(eventsToward(stateWith(status), stateWith(status)), [], status)
})
