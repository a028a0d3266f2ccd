import t from 'tap'
import { RecentEvents } from './recent-events.ts'

t.test('recent events: the time in which an account has certainly got no event', async (t) => {
  let now = 1_000_000
  const recent = new RecentEvents(() => now)
  const quiet = () => recent.msWithoutEvents(['ann', '*'])
  now += 1_000
  t.equal(quiet(), 1_000, 'since the process has begun to listen')
  now += 100_000
  recent.record('bob')
  t.equal(quiet(), 60_000, 'no longer than events are remembered')
  recent.record('ann')
  now += 10_000
  t.equal(quiet(), 10_000)
  recent.record('*')
  now += 5_000
  t.equal(quiet(), 5_000, 'one for everybody')
  now += 60_001
  recent.record('carl')
  t.equal(quiet(), 60_000, 'earlier ones are forgotten')
  recent.forget()
  now += 2_000
  t.equal(quiet(), 2_000, 'the connection to other processes was away')
})
