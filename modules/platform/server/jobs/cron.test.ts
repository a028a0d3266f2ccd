import t from 'tap'
import { Cron } from './cron.ts'

const latest = (cron: Cron, now: string) => new Date(cron.latestTime(Date.parse(now))).toISOString()

t.test('cron: the latest time of a line, in UTC, whichever way the clock is set', async (t) => {
  // A Wednesday.
  const now = '2026-11-25T12:34:56.789Z'
  for (const [line, expected] of [
    ['* * * * *', '2026-11-25T12:34:00.000Z'],
    ['*/5 * * * *', '2026-11-25T12:30:00.000Z'],
    ['37 * * * *', '2026-11-25T11:37:00.000Z'],
    ['43 3 * * *', '2026-11-25T03:43:00.000Z'],
    ['0 23 * * *', '2026-11-24T23:00:00.000Z'],
    ['20 4 * * 0', '2026-11-22T04:20:00.000Z'],
  ] as const)
    t.equal(latest(new Cron(line), now), expected, line)

  const nightly = new Cron('43 3 * * *')
  for (const [at, expected] of [
    [now, '2026-11-25T03:43:00.000Z'],
    ['2026-11-26T03:42:59.999Z', '2026-11-25T03:43:00.000Z'],
    ['2026-11-26T03:43:00.000Z', '2026-11-26T03:43:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2026-12-31T03:43:00.000Z'],
    ['2026-11-25T02:00:00.000Z', '2026-11-24T03:43:00.000Z'],
  ] as const)
    t.equal(latest(nightly, at), expected, `at ${at}`)
})
