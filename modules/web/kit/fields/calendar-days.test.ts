import t from 'tap'
import { addMonths, dayAfterKey, firstWeekdayOf, weeksOf } from './calendar-days.ts'

t.test('months: the last day where the month is shorter, and years', async (t) => {
  t.equal(addMonths('2026-01-31', 1), '2026-02-28')
  t.equal(addMonths('2028-01-31', 1), '2028-02-29')
  t.equal(addMonths('2026-12-31', 1), '2027-01-31')
  t.equal(addMonths('2026-03-31', -1), '2026-02-28')
})

t.test('weeks: whole weeks that cover the month, from the first weekday', async (t) => {
  for (const first of [0, 1, 6])
    for (const day of ['2026-02-15', '2026-11-23', '2028-02-29', '2026-08-01']) {
      const weeks = weeksOf(day, first)
      const days = weeks.flat()
      t.ok(weeks.every((week) => week.length === 7 && new Date(week[0] ?? '').getUTCDay() === first))
      t.equal(new Set(days).size, days.length)
      const inMonth = days.filter((one) => one.startsWith(day.slice(0, 7)))
      t.equal(inMonth.length, lastDate(day))
    }
})
const lastDate = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

t.test('first day of the week: by region', async (t) => {
  t.equal(firstWeekdayOf('en-US'), 0)
  t.equal(firstWeekdayOf('de-DE'), 1)
})

t.test('keys: days, weeks, months; mirrored in right-to-left', async (t) => {
  const from = '2026-11-25' // Wednesday
  const cases = [
    ['ArrowLeft', false, '2026-11-24'],
    ['ArrowLeft', true, '2026-11-26'],
    ['ArrowRight', false, '2026-11-26'],
    ['ArrowUp', false, '2026-11-18'],
    ['ArrowDown', false, '2026-12-02'],
    ['Home', false, '2026-11-23'],
    ['End', false, '2026-11-29'],
    ['PageDown', false, '2026-12-25'],
    ['PageUp', false, '2026-10-25'],
    ['a', false, null],
  ] as const
  for (const [key, rtl, to] of cases) t.equal(dayAfterKey(key, from, 1, rtl), to, key)
})
