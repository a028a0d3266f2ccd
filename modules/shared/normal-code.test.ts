import t from 'tap'
import { normalCode } from './contract.ts'

t.test('codes are compared without spaces and marks, by ASCII digits', async (t) => {
  for (const typed of ['123456', ' 123 456 ', '\u2066123\u00a0456\u2069', '١٢٣٤٥٦', '۱۲۳ ۴۵۶', '１２３４５６'])
    t.equal(normalCode(typed), '123456', typed)
  t.equal(normalCode('٠٩۰۹'), '0909')
  t.equal(normalCode('12a'), '12a')
})
