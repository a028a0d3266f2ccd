import t from 'tap'
import { foldText } from './contract.ts'

t.test('foldText: case, accents and letter forms do not matter, in any language', async (t) => {
  for (const [name, typed] of [
    ['İtalya', 'italya'],
    ['ITALYA', 'italya'],
    ['Europe/Istanbul', 'europe/istanbul'],
    ['Işık', 'isik'],
    ['Łódź', 'lodz'],
    ['Österreich', 'osterreich'],
    ['Αίας', 'ΑΙΑΣ'],
  ] as const)
    t.equal(foldText(name), foldText(typed), name)
})
