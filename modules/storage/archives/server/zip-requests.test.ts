import { randomUUID } from 'node:crypto'
import t from 'tap'
import { testStorage } from '../../../../tests/support/storage.ts'
import type { Scope } from '../../tree/index.ts'
import { ZipRequests } from './zip-requests.ts'

const { platform, person } = await testStorage(t)
const { db } = platform
const requests = new ZipRequests(db)
const newList = () => ({ items: [{ id: randomUUID(), type: 'file' as const }] })
const stored = async ({ ownerId }: Scope) =>
  (await db.query('select 1 from zip_requests where owner_id = $1', [ownerId])).length

t.test('zip requests: the same selection is stored once, for each caller and scope', async (t) => {
  const [me, other] = [await person(), await person()]
  const list = newList()
  const id = await requests.save(me, list)
  t.equal(await requests.save(me, list), id)
  t.equal(await requests.save(me, { items: [...list.items, ...list.items] }), id)
  t.equal(await stored(me), 1)
  t.not(await requests.save(me, { selection: { view: 'files', parent_id: null, except: [] } }), id)
  t.not(await requests.save({ ...me, root: randomUUID() }, list), id)
  t.not(await requests.save(other, list), id)
  t.same(await requests.find(me, id), list)
  await t.rejects(requests.find(other, id), { code: 'item-not-found' })
})

t.test('zip requests: only the newest of a caller, and of all links in one account, are kept', async (t) => {
  const owner = await person()
  const visitorOf = (link: string): Scope => ({
    ...owner,
    actor: { userId: null, key: `share:${link}:${randomUUID()}`, group: `share:${link}` },
  })
  const save = async (times: number, scope: () => Scope) => {
    const ids: string[] = []
    for (let at = 0; at < times; at++) ids.push(await requests.save(scope(), newList()))
    return ids
  }
  const own = await save(60, () => owner)
  t.equal(await stored(owner), 50)
  await t.rejects(requests.find(owner, own[9] as string), { code: 'item-not-found' })
  for (const id of own.slice(10)) t.ok(await requests.find(owner, id))

  await save(210, () => visitorOf('a'))
  t.equal(await stored(owner), 250, 'visitors of a link displace no others')
  for (const link of ['b', 'c']) await save(200, () => visitorOf(link))
  t.equal(await stored(owner), 550)
  for (const id of own.slice(10)) t.ok(await requests.find(owner, id), 'links displace nothing of persons')
})

t.test('zip requests: calls at the same time do not wait for each other', async (t) => {
  const me = await person()
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 40 }, () => requests.save(me, newList())))
  await requests.save(me, newList())
  t.equal(await stored(me), 50)
})
