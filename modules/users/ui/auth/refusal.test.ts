import t from 'tap'
import { waitInWords } from './refusal.ts'

t.test('a wait in words', async (t) => {
  t.equal(waitInWords(1, 'en'), '1 second')
  t.equal(waitInWords(60, 'en'), '60 seconds')
  t.equal(waitInWords(898, 'en'), '15 minutes')
  t.equal(waitInWords(121, 'de'), '3 Minuten', 'never sooner than it may')
})
