import t from 'tap'
import { cardMonth } from './card-month.ts'

t.test('cards: the month of expiration is the printed one, also in languages with another calendar', async (t) => {
  t.equal(cardMonth('2027-12', 'en-US'), 'Dec 2027')
  t.match(cardMonth('2027-12', 'th'), /2027/)
  t.match(cardMonth('2027-12', 'fa'), /۲۰۲۷/)
})
