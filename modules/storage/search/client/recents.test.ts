import t from 'tap'
import { testItem } from '../../tree/client/test-items.ts'
import { addRecent, recentItems } from './recents.ts'

t.test('recent items: the browser stores ids only; the names are read when they are shown', async (t) => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? { configurable: true, value: undefined }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
  t.teardown(() => Object.defineProperty(globalThis, 'localStorage', before))
  stored.set('coffer.recent.me', JSON.stringify([{ data: testItem('whole'), meta: { path: [] } }]))
  t.same(await recentItems('me', async () => Promise.reject(new Error('nothing to load'))), [])
  t.same([...stored.values()], ['[]'], 'without what an earlier version stored')
  for (const id of ['gone', 'a', 'b', 'a']) addRecent('me', id)
  t.same([...stored.values()], ['["a","b","gone"]'])
  const shown = await recentItems('me', async (id) => {
    if (id === 'gone') throw new Error('404')
    return { data: testItem(id, { name: `${id} renamed` }), meta: { path: [] } }
  })
  t.same(
    shown.map(({ data }) => data.attributes.name),
    ['a renamed', 'b renamed'],
  )
  for (let n = 0; n < 9; n += 1) addRecent('me', `i${n}`)
  t.equal(JSON.parse(stored.get('coffer.recent.me') ?? '').length, 6)
  t.same(await recentItems('other', async () => Promise.reject(new Error('nothing to load'))), [])
})
