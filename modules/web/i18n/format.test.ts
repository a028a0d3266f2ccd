import t from 'tap'
import { formatLocale } from '../../shared/contract.ts'
import { formatBytes, formatDate, formatDateTime, formatDay, formatRelative } from './format.ts'

const now = Date.parse('2026-11-21T01:30:00Z')

t.test('formatDay: names today and yesterday, adds the year only when it differs', async (t) => {
  t.equal(formatDay('2026-11-21T00:10:00Z', 'en-US', 'UTC', now), 'Today')
  t.equal(formatDay('2026-11-20T23:50:00Z', 'en-US', 'UTC', now), 'Yesterday')
  t.equal(formatDay('2026-11-20T00:10:00Z', 'de-DE', 'UTC', now), 'Gestern')
  t.equal(formatDay('2026-11-19T12:00:00Z', 'en-US', 'UTC', now), 'Thu, Nov 19')
  t.equal(formatDay('2025-11-21T12:00:00Z', 'en-US', 'UTC', now), 'Nov 21, 2025')
})

t.test('formatDay: uses the time zone’s calendar day', async (t) => {
  t.equal(formatDay('2026-11-20T23:50:00Z', 'en-US', 'Europe/Vienna', now), 'Today', 'past midnight there')
  t.equal(formatDay('2026-11-21T00:10:00Z', 'en-US', 'America/New_York', now), 'Today', 'the evening before for both')
  t.equal(formatDay('2026-11-21T06:00:00Z', 'en-US', 'UTC', Date.parse('2026-11-20T23:59:00Z')), 'Sat, Nov 21')
})

t.test('formatRelative: “yesterday” is the previous calendar day, not 24 hours ago', async (t) => {
  const then = '2026-11-19T02:00:00Z'
  t.equal(formatRelative(then, 'en-US', 'UTC', now), '2 days ago', '47 hours and a half')
  t.equal(formatRelative('2026-11-20T01:00:00Z', 'en-US', 'UTC', now), 'yesterday')
  t.equal(formatRelative('2026-11-20T23:30:00Z', 'en-US', 'UTC', now), '2 hours ago')
  t.equal(formatRelative('2026-11-23T01:00:00Z', 'en-US', 'UTC', now), 'in 2 days', '47 hours and a half')
  t.equal(formatRelative('2026-11-23T01:00:00Z', 'en-US', 'America/New_York', now), 'in 2 days')
  t.equal(formatRelative('2026-11-22T02:00:00Z', 'en-US', 'UTC', now), 'tomorrow')
})

t.test('formatRelative: weeks, months and years are counted, not those of the calendar', async (t) => {
  const first = Date.parse('2026-03-01T12:00:00Z')
  t.equal(formatRelative('2026-01-03T12:00:00Z', 'en-US', 'UTC', first), '1 month ago', 'January was not last month')
  t.equal(formatRelative('2026-02-19T12:00:00Z', 'en-US', 'UTC', first), '1 week ago')
  t.equal(formatRelative('2024-03-02T12:00:00Z', 'en-US', 'UTC', first), '1 year ago', '2024 was not last year')
})

t.test(
  'dates, numbers: in English for a language that browsers may lack, whatever the process would take',
  async (t) => {
    const iso = '2026-11-26T05:56:00Z'
    // The first one is unknown to Node.js too, the second one to Chromium.
    for (const locale of ['la', 'br'])
      t.strictSame(
        [formatDateTime(iso, locale, 'UTC'), formatBytes(2_700_000, locale), formatRelative(iso, locale, 'UTC', now)],
        [formatDateTime(iso, 'en', 'UTC'), '2.7 MB', formatRelative(iso, 'en', 'UTC', now)],
      )
    t.equal(formatLocale('de-AT'), 'de-AT')
  },
)

t.test('dates: isolated where texts are written from right to left', async (t) => {
  const iso = '2026-11-26T05:56:00Z'
  for (const text of [formatDate(iso, 'ar', 'UTC'), formatDateTime(iso, 'ar', 'UTC')])
    t.match(text, /^\u2068.*26.*\u2069$/)
  t.equal(formatDate(iso, 'en-US', 'UTC'), 'Nov 26, 2026')
})

t.test('bytes: isolated where texts are written from right to left', async (t) => {
  t.equal(formatBytes(2_700_000, 'he'), '\u20682.7 MB\u2069')
  t.equal(formatBytes(2_700_000, 'de'), '2,7 MB')
})
