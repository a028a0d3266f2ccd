import t from 'tap'
import { instantAt, startOfDay, wallTimeAt } from './zoned-time.ts'

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

t.test(
  'wall time: a skipped time is the later one, so a day whose midnight is skipped begins an hour later',
  async (t) => {
    for (const [day, zone, iso] of [
      ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
      ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
      ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
      ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ] as const) {
      t.equal(startOfDay(day, zone)?.toISOString(), iso, zone)
      t.equal(new Date(instantAt({ day, time: '00:00' }, zone)).toISOString(), iso, zone)
    }
    const spring = { day: '2026-03-29', time: '02:30' }
    t.strictSame(wallTimeAt(instantAt(spring, 'Europe/Berlin'), 'Europe/Berlin'), { day: '2026-03-29', time: '03:30' })
  },
)

t.test('wall time: a day at the beginning of the year 1000 west of UTC', async (t) => {
  t.match(startOfDay('1000-01-01', 'America/New_York')?.toISOString(), /^1000-01-01T04:5/)
})
