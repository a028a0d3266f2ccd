import t from 'tap'
import { instantAt, wallTimeAt } from './zoned-time.ts'

t.test('wall time: to an instant and back, on both sides of a clock change', async (t) => {
  const cases = [
    ['2026-11-30', '23:59', 'UTC', '2026-11-30T23:59:00.000Z'],
    ['2026-11-30', '23:59', 'Europe/Berlin', '2026-11-30T22:59:00.000Z'],
    ['2026-07-01', '00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    ['2026-10-25', '12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
    ['2026-10-24', '23:30', 'Europe/Berlin', '2026-10-24T21:30:00.000Z'],
    ['2026-03-29', '03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-06-15', '09:05', 'Asia/Kathmandu', '2026-06-15T03:20:00.000Z'],
  ] as const
  for (const [day, time, zone, iso] of cases) {
    const at = instantAt({ day, time }, zone)
    t.equal(new Date(at).toISOString(), iso)
    t.strictSame(wallTimeAt(at, zone), { day, time })
  }
})

t.test('wall time: an invalid day or time is NaN', async (t) => {
  t.ok(Number.isNaN(instantAt({ day: '2026-13-01', time: '10:00' }, 'UTC')))
  t.ok(Number.isNaN(instantAt({ day: '2026-11-01', time: '' }, 'UTC')))
})
