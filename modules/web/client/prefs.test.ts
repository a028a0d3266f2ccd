import t from 'tap'
import { defaultPrefs, folderView, type Prefs, parsePrefs, serializePrefs, withFolderView } from './prefs.ts'

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

t.test('folderView: returns the settings last set in the folder, else those of the root', async (t) => {
  const root = { ...defaultPrefs, preview: 'grid' as const }
  const [first, second] = ['0f9c2a11-0000-4000-8000-000000000000', '1a9c2a11-0000-4000-8000-000000000000']
  t.same(folderView(root, first), { preview: 'grid', sorting: defaultPrefs.sorting })
  const settings = { preview: 'list', sorting: { field: 'kind', direction: 'ASC' } } as const
  const views = withFolderView('', first, settings)
  t.same(folderView({ ...root, views }, first), settings)
  t.same(folderView({ ...root, views }, second).preview, 'grid', 'other folders keep the settings of the root')
  t.same(folderView({ ...root, views }, null).preview, 'grid')
  let many = views
  for (let n = 0; n < 100; n += 1) many = withFolderView(many, crypto.randomUUID(), settings)
  t.ok(serializePrefs({ ...root, views: many }).length < 1_000, 'the cookie stays below 1,000 characters')
  t.equal(parsePrefs(serializePrefs({ ...root, views: many })).views, many)
  t.equal(folderView({ ...root, views: many }, first).preview, 'grid', 'drops the oldest folder')
})
