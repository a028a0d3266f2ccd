import t from 'tap'
import { bytesOfGigabytes, bytesOfMebibytes, bytesOfMegabytes } from './contract.ts'

t.test('sizes: a decimal amount is a whole number of bytes', async (t) => {
  t.equal(bytesOfGigabytes(4.1), 4_100_000_000)
  t.equal(bytesOfMegabytes(4.1), 4_100_000)
  t.equal(bytesOfMebibytes(0.0625), 65_536)
  for (let tenths = 0; tenths <= 1_000; tenths += 1)
    t.ok(Number.isInteger(bytesOfGigabytes(tenths / 10)) && Number.isInteger(bytesOfMegabytes(tenths / 10)))
})

t.test('sizes: 0 is no bytes, and less than a byte is one', async (t) => {
  t.equal(bytesOfGigabytes(0), 0)
  t.equal(bytesOfGigabytes(1e-12), 1)
})
