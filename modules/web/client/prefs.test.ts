import t from 'tap'
import { defaultPrefs, type Prefs, parsePrefs, serializePrefs, visitorPrefs } from './prefs.ts'

t.test('prefs: parses what it serialized', async (t) => {
  const prefs: Prefs = {
    bars: false,
    detail: true,
    folded: ['favourites'],
    opensByClick: true,
    sound: false,
    characterKeys: false,
    changedKeys: { u: 'x' },
    zone: 'America/St_Johns',
  }
  t.same(parsePrefs(serializePrefs(prefs)), prefs)
  t.same(
    parsePrefs(decodeURIComponent(serializePrefs(prefs))),
    prefs,
    'also when the cookie parser has already decoded the value',
  )
})

t.test('prefs: replaces forged or malformed values by defaults', async (t) => {
  const broken = [undefined, '', 'x', '%', '%7B', '[]', 'null', '1', '{"bars":', `{"folded":"${'a'.repeat(3_000)}"}`]
  for (const cookie of broken) t.same(parsePrefs(cookie), defaultPrefs, String(cookie).slice(0, 20))
  const forged = {
    bars: 'yes',
    detail: 1,
    zone: 'UTC<b>',
    folded: ['ok', 'ok', '<b>', 5, 'UPPER', 'a'.repeat(40)],
    __proto__: { admin: true },
    admin: true,
  }
  t.same(parsePrefs(JSON.stringify(forged)), { ...defaultPrefs, folded: ['ok'] })
  t.same(parsePrefs('{"folded":{"length":3}}').folded, [])
})

t.test('prefs: pages of visitors depend on the shortcuts alone', async (t) => {
  const stored = {
    ...defaultPrefs,
    bars: false,
    detail: true,
    folded: ['favourites'],
    opensByClick: true,
    sound: false,
    zone: 'Asia/Tokyo',
  }
  t.same(visitorPrefs(serializePrefs(stored)), defaultPrefs)
  const shortcuts = { characterKeys: false, changedKeys: { u: 'x' } }
  t.same(visitorPrefs(serializePrefs({ ...stored, ...shortcuts })), { ...defaultPrefs, ...shortcuts })
})
