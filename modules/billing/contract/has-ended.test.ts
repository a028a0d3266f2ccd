import t from 'tap'
import { hasEnded } from './has-ended.ts'

t.test('a plan is over once it is completed, or the end that it has is past', async (t) => {
  const now = new Date('2026-12-01T12:00:00Z')
  const [past, future] = ['2026-12-01T11:59:59.000Z', '2026-12-31T00:00:00.000Z']
  for (const [status, ends_at, isOver] of [
    ['active', null, false],
    ['active', future, false],
    ['cancelled', null, false],
    ['cancelled', future, false],
    ['cancelled', past, true],
    ['completed', past, true],
    ['completed', null, true],
  ] as const)
    t.equal(hasEnded({ status, ends_at }, now), isOver, `${status}, ${ends_at}`)
})
