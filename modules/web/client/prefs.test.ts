import t from 'tap'
import { defaultPrefs, earlierView, type Prefs, parsePrefs, serializePrefs, withoutEarlierView } from './prefs.ts'

t.test('prefs: parses what it serialized', async (t) => {
  const prefs: Prefs = {
    bars: false,
    detail: true,
    preview: 'grid',
    sorting: { field: 'size', direction: 'ASC' },
    columns: ['modified', 'size'],
    folded: ['favourites'],
    views: '0f9c2a11gnA',
    sound: false,
    characterKeys: false,
    changedKeys: { u: 'x' },
  }
  t.same(parsePrefs(serializePrefs(prefs)), prefs)
  t.same(
    parsePrefs(decodeURIComponent(serializePrefs(prefs))),
    prefs,
    'also when the cookie parser has already decoded the value',
  )
})

t.test('prefs: replaces forged or malformed values by defaults', async (t) => {
  const broken = [undefined, '', 'x', '%', '%7B', '[]', 'null', '1', '{"bars":', `{"columns":"${'a'.repeat(3_000)}"}`]
  for (const cookie of broken) t.same(parsePrefs(cookie), defaultPrefs, String(cookie).slice(0, 20))
  const forged = {
    bars: 'yes',
    detail: 1,
    preview: '<script>',
    sorting: { field: 'password', direction: 'ASC' },
    columns: ['ok', 'ok', '<b>', 5, 'UPPER', 'a'.repeat(40)],
    folded: { length: 3 },
    views: '0f9c2a11xnA',
    __proto__: { admin: true },
    admin: true,
  }
  t.same(parsePrefs(JSON.stringify(forged)), { ...defaultPrefs, columns: ['ok'] })
  t.same(parsePrefs('{"sorting":{"field":"name","direction":"sideways"}}').sorting, defaultPrefs.sorting)
})

t.test('earlierView: reads what earlier versions stored for the root and for folders', async (t) => {
  const [first, second] = ['0f9c2a11-0000-4000-8000-000000000000', '1a9c2a11-0000-4000-8000-000000000000']
  const sorting = { field: 'size', direction: 'ASC' } as const
  const prefs: Prefs = { ...defaultPrefs, preview: 'grid', columns: ['kind'], views: '0f9c2a11lkA1a9c2a11gnD' }
  t.equal(earlierView(defaultPrefs, 'files'), null)
  t.same(earlierView(prefs, 'files'), { preview: 'grid', columns: ['kind'] })
  t.same(earlierView({ ...defaultPrefs, sorting }, 'files'), { sorting })
  t.same(earlierView(prefs, first), { preview: 'list', sorting: { field: 'kind', direction: 'ASC' } })
  t.same(earlierView(prefs, second), { preview: 'grid', sorting: { field: 'name', direction: 'DESC' } })
  t.equal(earlierView(prefs, 'recent'), null)
  t.equal(earlierView(prefs, '2b9c2a11-0000-4000-8000-000000000000'), null)

  const rest = withoutEarlierView(prefs, first)
  t.equal(earlierView(rest, first), null)
  t.ok(earlierView(rest, second) && earlierView(rest, 'files'), 'the others stay')
  t.equal(earlierView(withoutEarlierView(rest, 'files'), 'files'), null)
})
