import fc from 'fast-check'
import t from 'tap'
import { counterBelow, inRanges, type Ranges, rangesLength, withoutRange, withRange } from './ranges.ts'

t.test('ranges: behave as the set of their numbers after any adds and removals', async (t) => {
  const step = fc.record({ add: fc.boolean(), from: fc.nat(60), length: fc.nat(20) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.nat(80), (steps, probe) => {
      let ranges: Ranges = []
      const numbers = new Set<number>()
      for (const { add, from, length } of steps) {
        ranges = add ? withRange(ranges, from, from + length) : withoutRange(ranges, from, from + length)
        for (let n = from; n < from + length; n += 1) add ? numbers.add(n) : numbers.delete(n)
      }
      const sorted = ranges.every(([from, to], i) => from < to && (i === 0 || (ranges[i - 1]?.[1] ?? 0) < from))
      return (
        sorted &&
        inRanges(ranges, probe) === numbers.has(probe) &&
        rangesLength(ranges) === numbers.size &&
        counterBelow(ranges)(probe) === [...numbers].filter((n) => n < probe).length
      )
    }),
  )
  t.pass('200 random histories')
})
