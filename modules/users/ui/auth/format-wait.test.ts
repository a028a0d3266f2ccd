import t from 'tap'
import { formatWait } from './format-wait.ts'

t.test('formatWait: seconds below 90, then minutes, rounded up', async (t) => {
  t.equal(formatWait(1, 'en'), '1 second')
  t.equal(formatWait(60, 'en'), '60 seconds')
  t.equal(formatWait(898, 'en'), '15 minutes')
  t.equal(formatWait(121, 'de'), '3 Minuten')
})
