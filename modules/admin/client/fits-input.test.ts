import t from 'tap'
import { fitsInput } from './fits-input.ts'

t.test('settings: a number has a decimal point or comma, where decimals are allowed', async (t) => {
  const input = { kind: 'number', min: 0, max: 999 }
  for (const text of ['4.5', '4,5', '4']) t.equal(fitsInput(input, text), true, text)
  for (const text of ['1,000', '1000', '-1', 'four', '4,5,6']) t.equal(fitsInput(input, text), false, text)
  t.equal(fitsInput({ ...input, whole: true }, '4,5'), false, 'a whole number')
})
