import t from 'tap'
import { euCountryOf, normalVatNumber } from './vat-number.ts'

t.test('VAT numbers: written in any way, and of the format of their country', async (t) => {
  const valid = {
    'de 123 456 789': 'DE123456789',
    ATU12345678: 'ATU12345678',
    'NL 1234.56789.B01': 'NL123456789B01',
    'EL-123456789': 'EL123456789',
    IE1234567WA: 'IE1234567WA',
    SE123456789001: 'SE123456789001',
    'CHE-123.456.789': 'CHE123456789',
    'GB 123 4567 89': 'GB123456789',
  }
  for (const [text, number] of Object.entries(valid)) t.equal(normalVatNumber(text), number, text)
  for (const text of [
    '',
    'DE12345678',
    'DE1234567890',
    'AT12345678',
    'SE123456789002',
    'FRO1123456789',
    'GB1<b>',
    'Ω123',
  ])
    t.equal(normalVatNumber(text), null, text)
})

t.test('VAT numbers: the country in the EU, if any', async (t) => {
  t.equal(euCountryOf('EL123456789'), 'GR')
  t.equal(euCountryOf('PL1234567890'), 'PL')
  for (const number of ['CHE123456789', 'GB123456789', 'DE1', '']) t.equal(euCountryOf(number), null, number)
})
