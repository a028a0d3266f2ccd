import t from 'tap'
import { ExportIndex } from './export-index.ts'

/** The index of an export with this `items.json` and `missing.json`. */
const indexOf = (items: Iterable<object>, missing: unknown = null) =>
  ExportIndex.read({
    whole: async () => missing,
    async *rows() {
      yield* items
    },
  })
const row = (n: number, name: string, more: object = {}) => ({
  id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  path: `files/${n}.txt`,
  name,
  ...more,
})

t.test('A75: an index keeps no more than names of many items need', async (t) => {
  function* rows(count: number, name: string) {
    for (let n = 0; n < count; n++) yield row(n, name)
  }
  t.equal((await indexOf(rows(1_000, 'a:b'.repeat(60)))).of('files/999.txt')?.name, 'a:b'.repeat(60))
  await t.rejects(indexOf(rows(70_000, 'n'.repeat(250))))
  t.equal((await indexOf(rows(20_000, 'n'.repeat(1_000)))).of('files/1.txt')?.name, '', 'longer than any name')
})

t.test('A75: names and times are those that an upload could have', async (t) => {
  const times = ['2020-02-03T04:05:06.007Z', '+050000-01-01T00:00:00Z', '-200000-01-01T00:00:00Z', 'yesterday']
  const index = await indexOf([
    row(1, 're\u0301sume\u0301.txt'),
    row(2, '..'),
    row(3, '3.txt'),
    ...times.map((modified_at, n) => row(10 + n, 'x', { modified_at })),
  ])
  const of = (n: number) => index.of(`files/${n}.txt`)
  t.same(
    [1, 2, 3].map((n) => of(n)?.name),
    ['r\u00e9sum\u00e9.txt', '', null],
  )
  t.same(
    times.map((_, n) => of(10 + n)?.modifiedAt ?? null),
    [Date.parse('2020-02-03T04:05:06.007Z'), null, null, null],
  )
})
