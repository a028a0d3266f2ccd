import t from 'tap'
import { type UsageMeter, type UsageReading, usageEventsOf } from './readings.ts'

const meter: UsageMeter = {
  user_id: 'a',
  storage_bytes: 10,
  members: 2,
  traffic_from: '2026-11-01',
  traffic_bytes: 100,
}
const same: UsageReading = { used_bytes: 10, peak_bytes: 10, traffic_bytes: 100, latest_traffic_bytes: 100, members: 2 }
const events = (changes: Partial<UsageReading>) =>
  usageEventsOf(meter, { ...same, ...changes }).map(({ feature, quantity }) => [feature, quantity])

t.test('a reading adds what changed since the last one, and nothing else', async (t) => {
  t.same(events({}), [])
  t.same(events({ used_bytes: 4, peak_bytes: 10 }), [['storage', 4]])
  t.same(events({ used_bytes: 30, peak_bytes: 30 }), [['storage', 30]])
  t.same(events({ used_bytes: 10, peak_bytes: 30 }), [
    ['storage', 30],
    ['storage', 10],
  ])
  t.same(events({ traffic_bytes: 150, members: 0 }), [
    ['bandwidth', 50],
    ['member', 0],
  ])
  t.same(events({ traffic_bytes: 90 }), [], 'traffic never runs back')
})
