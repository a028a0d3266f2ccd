import t from 'tap'
import { likeLiteral } from './like-literal.ts'

t.test('A62: signs of patterns are literal, also in their full-width forms, which the search folds', async (t) => {
  t.equal(likeLiteral('100%_\\'), '100\\%\\_\\\\')
  t.equal(likeLiteral('％＿＼'), '\\%\\_\\\\')
  t.equal(likeLiteral('Größe'), 'grosse')
})
