import t from 'tap'
import { seedOneFolder } from '../../../../../tests/support/seed.ts'
import { testStorageHttp } from '../../../../../tests/support/storage.ts'

t.test('favorites: keep the order that the user chose', async (t) => {
  const { platform, storage, person, call } = await testStorageHttp(t)
  const [me, other] = [await person(), await person()]
  const { favorites, trash } = storage.api
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await seedOneFolder(platform.db, me.ownerId, name))
  const [a, b, c, d] = ids as [string, string, string, string]
  const names = async () => (await favorites.list(me.ownerId)).map(({ name }) => name).join('')

  await favorites.add(me, [a, b, c])
  t.equal(await names(), 'abc')
  t.equal((await call(me, 'PATCH', '/api/favourites', { ids: [c, a, b] })).status, 200)
  t.equal(await names(), 'cab')
  await favorites.arrange(me, [b.toUpperCase(), c])
  t.equal(await names(), 'bac', 'other favorites keep their positions')
  await favorites.add(me, [d])
  t.equal(await names(), 'bacd', 'a new one is last')

  t.equal((await call(other, 'PATCH', '/api/favourites', { ids: [c, a, b] })).status, 404)
  t.equal((await call(null, 'PATCH', '/api/favourites', { ids: [c, a, b] })).status, 401)
  await favorites.remove(me, a)
  t.equal(
    (await call(me, 'PATCH', '/api/favourites', { ids: [d, a, b] })).status,
    404,
    'one is not a favorite any more',
  )
  t.equal(await names(), 'bcd')

  await trash.remove(me, { items: [{ id: c, type: 'folder' }] })
  t.equal(await names(), 'bd', 'trashed folders are not listed')
})

t.test('A63 folders: reject emoji and colors outside their allow-lists', async (t) => {
  const { person, call } = await testStorageHttp(t)
  const me = await person()
  const create = (appearance: object) => call(me, 'POST', '/api/create-folder', { name: 'folder', ...appearance })
  const { status, body } = await create({ emoji: { char: '🪴' }, color: 'teal' })
  t.equal(status, 201)
  const change = (appearance: object) => call(me, 'PATCH', `/api/rename/${body.data.id}`, appearance)
  const emojis = ['<b>', 'a', '', '🪴🪴', '🪴<script>', 'javascript:', '\u202e', '5', '🏻🏻'].map((char) => ({ char }))
  for (const emoji of [...emojis, { char: '🪴', name: '<img onerror=alert(1)>' }, { char: '🪴', codes: '"><svg' }]) {
    t.equal((await create({ emoji })).status, 422, JSON.stringify(emoji))
    t.equal((await change({ emoji })).status, 422)
  }
  for (const color of ['chartreuse', 'red;', '#ff0000', 'url(x)', 7]) {
    t.equal((await create({ color })).status, 422, String(color))
    t.equal((await change({ color })).status, 422)
  }
  const shown = await call(me, 'GET', `/api/items/${body.data.id}`)
  t.match(shown.body.data.attributes, { emoji: { char: '🪴' }, color: 'teal' })
  t.equal((await change({ emoji: { char: '❤' } })).body.data.attributes.emoji.char, '❤️', 'in its recommended spelling')
  t.equal((await change({ emoji: { char: '👩🏽‍🚀' } })).status, 200)
  t.equal((await change({ emoji: null, color: null })).body.data.attributes.emoji, null)
})
