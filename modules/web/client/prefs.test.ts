import t from 'tap'
import { defaultPrefs, type Prefs, parsePrefs, serializePrefs } from './prefs.ts'

t.test('what is written is read back', async (t) => {
  const prefs: Prefs = {
    bars: false,
    detail: true,
    preview: 'grid',
    sorting: { field: 'size', direction: 'ASC' },
    columns: ['modified', 'size'],
    folded: ['favourites'],
  }
  t.same(parsePrefs(serializePrefs(prefs)), prefs)
  t.same(parsePrefs(decodeURIComponent(serializePrefs(prefs))), prefs, 'also when the cookie parser has decoded it')
})

t.test('forged or broken cookies become defaults', async (t) => {
  const broken = [undefined, '', 'x', '%', '%7B', '[]', 'null', '1', '{"bars":', `{"columns":"${'a'.repeat(3_000)}"}`]
  for (const cookie of broken) t.same(parsePrefs(cookie), defaultPrefs, String(cookie).slice(0, 20))
  const forged = {
    bars: 'yes',
    detail: 1,
    preview: '<script>',
    sorting: { field: 'password', direction: 'ASC' },
    columns: ['ok', 'ok', '<b>', 5, 'UPPER', 'a'.repeat(40)],
    folded: { length: 3 },
    __proto__: { admin: true },
    admin: true,
  }
  t.same(parsePrefs(JSON.stringify(forged)), { ...defaultPrefs, columns: ['ok'] })
  t.same(parsePrefs('{"sorting":{"field":"name","direction":"sideways"}}').sorting, defaultPrefs.sorting)
})
