import t from 'tap'
import { BoundedMap } from './bounded-map.ts'

t.test('bounded map: a further key evicts the first one that was set', async (t) => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('a', 3)
  t.strictSame(
    [...map],
    [
      ['b', 2],
      ['a', 3],
    ],
    'a key that is set again is the newest, and evicts none',
  )
  map.set('c', 4)
  t.strictSame(
    [...map],
    [
      ['a', 3],
      ['c', 4],
    ],
  )
})
