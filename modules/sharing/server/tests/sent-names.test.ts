import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendFile } from '../../../../tests/support/file-requests.ts'
import { makeFolder, putFile } from '../../../../tests/support/shares.ts'
import type { Item, Listing } from '../../../storage/contract.ts'

const app = await testApp(t)
const { db } = app.coffer.platform

interface One {
  data: Item
}

t.test('D50, A18: uploaders see the names they gave, the owner sees numbered names', async (t) => {
  const owner = await signUp(app)
  for (const folder_per_uploader of [false, true]) {
    const { token, id } = await makeFileRequest(owner, { folder_per_uploader })
    const [ann, bob] = [anonymous(app), anonymous(app)]
    for (const uploader of [ann, bob]) {
      await uploader.get('/api/csrf')
      t.equal((await uploader.post(`/api/file-request/${token}/uploader`, { name: 'Kim' })).status, 200)
    }
    const first = await sendFile(ann, token, 'cv.txt', 'ann')
    const second = await sendFile(bob, token, 'cv.txt', 'bob')
    t.equal(second.attributes.name, 'cv.txt', 'no word of the other’s')
    t.match(second.attributes.file_url, /\/cv\.txt\?/)
    const file = await bob.fetch(`${second.attributes.file_url}&download=1`)
    t.match(file.headers.get('content-disposition'), /filename="cv\.txt"/)
    t.equal(await file.text(), 'bob')
    const folder = (
      await bob.post<One>(`/api/file-request/${token}/create-folder`, { name: 'cv.txt', on_conflict: 'merge' })
    ).body
    t.equal(folder.data.attributes.name, 'cv.txt')
    const inner = await sendFile(bob, token, 'in.txt', 'x', { path: '/cv.txt/in.txt' })
    t.equal(inner.attributes.parent_id, folder.data.id, 'a path finds the own folder by the name that was given')
    const renamed = await bob.patch<One>(`/api/file-request/${token}/rename/${inner.id}`, { name: 'out.txt' })
    t.equal(renamed.body.data.attributes.name, 'out.txt')
    await sendFile(ann, token, 'plan.txt', 'x')
    const taken = await bob.patch<One>(`/api/file-request/${token}/rename/${second.id}`, { name: 'plan.txt' })
    t.equal(taken.body.data.attributes.name, 'plan.txt', 'renaming tells nothing either')
    const listed = await bob.get<Listing>(`/api/file-request/${token}/browse/all`)
    t.same(listed.body.data.map(({ data }) => data.attributes.name).sort(), ['cv.txt', 'plan.txt'])
    const below = await bob.get<Listing>(`/api/file-request/${token}/browse/${folder.data.id}`)
    t.equal(below.body.meta.root?.data.attributes.name, 'cv.txt')
    for (const answer of [listed, below]) t.notMatch(JSON.stringify(answer.body), /\(\d\)/)
    const tree = await bob.get(`/api/file-request/${token}/navigation`)
    t.notMatch(JSON.stringify(tree.body), /\(\d\)/)
    const stored = await db.query<{ name: string }>(
      `select i.name from file_request_items r join items i on i.id = r.item_id where r.request_id = $1 order by i.name`,
      [id],
    )
    const names = folder_per_uploader
      ? ['cv.txt', 'cv.txt (1)', 'out.txt', 'plan.txt', 'plan.txt']
      : ['cv.txt', 'cv.txt (1)', 'out.txt', 'plan (1).txt', 'plan.txt']
    t.same(stored.map(({ name }) => name).sort(), names)
    t.equal(first.attributes.name, 'cv.txt')
  }
  t.same(
    await db.query(
      'select 1 from items where trashed_at is null group by owner_id, parent_id, name having count(*) > 1',
    ),
    [],
  )
})

t.test('D50, A18: uploaders are not told into which of the owner’s folders theirs was moved', async (t) => {
  const owner = await signUp(app)
  const hidden = 'Rejected – do not hire'
  for (const folder_per_uploader of [false, true]) {
    const { token } = await makeFileRequest(owner, { folder_per_uploader })
    const kim = anonymous(app)
    await kim.get('/api/csrf')
    t.equal((await kim.post(`/api/file-request/${token}/uploader`, { name: 'Kim' })).status, 200)
    const create = async (name: string, parent_id: string | null) =>
      (await kim.post<One>(`/api/file-request/${token}/create-folder`, { name, parent_id })).body.data
    const outer = await create('Work', null)
    const inner = await create('Letters', outer.id)
    const root = outer.attributes.parent_id as string
    const rejected = await makeFolder(owner, hidden, root)
    const moved = await owner.client.post('/api/move', { to_id: rejected, items: [{ id: outer.id, type: 'folder' }] })
    t.equal(moved.status, 200)
    const browse = (id: string) => kim.get<Listing>(`/api/file-request/${token}/browse/${id}`)
    const [work, letters] = [await browse(outer.id), await browse(inner.id)]
    t.equal(work.body.meta.root?.data.attributes.parent_id, null)
    t.same(
      work.body.meta.path.map(({ id }) => id),
      [root],
    )
    t.same(
      letters.body.meta.path.map(({ id }) => id),
      [root, outer.id],
    )
    t.match(letters.body.meta.root, { data: { relationships: { parent: { data: { id: outer.id } } } } })
    const renamed = await kim.patch<One>(`/api/file-request/${token}/rename/${outer.id}`, { name: 'Works' })
    t.equal(renamed.status, 200)
    for (const { body } of [work, letters, renamed]) t.notMatch(JSON.stringify(body), rejected)
    t.notMatch(JSON.stringify([work.body, letters.body]), hidden)
  }
})

t.test('D64: a folder of an upload keeps outer spaces, whichever call creates it', async (t) => {
  const owner = await signUp(app)
  const { token } = await makeFileRequest(owner)
  const ann = anonymous(app)
  await ann.get('/api/csrf')
  t.equal((await ann.post(`/api/file-request/${token}/uploader`, { name: 'Ann' })).status, 200)
  const create = async (body: object) =>
    (await ann.post<One>(`/api/file-request/${token}/create-folder`, { name: 'Trip ', ...body })).body.data
  const file = await sendFile(ann, token, 'one.txt', 'x', { path: '/Trip /one.txt' })
  t.match(await create({ on_conflict: 'merge' }), { id: file.attributes.parent_id, attributes: { name: 'Trip ' } })
  t.equal((await create({})).attributes.name, 'Trip', 'a person types without them')
})

t.test('A18: a file in whose place the owner has stored other content is not its uploader’s any more', async (t) => {
  const owner = await signUp(app)
  for (const visibility of ['own', 'all']) {
    const { token } = await makeFileRequest(owner, { visibility })
    const ann = anonymous(app)
    await ann.get('/api/csrf')
    const path = '/Work/report.txt'
    const sent = await sendFile(ann, token, 'report.txt', 'as it was sent', { path })
    const url = sent.attributes.file_url ?? ''
    t.equal(await (await ann.fetch(url)).text(), 'as it was sent')
    const [item] = await db.query<{ parent_id: string }>('select parent_id from items where id = $1', [sent.id])
    const folder = item?.parent_id as string
    const edited = await putFile(owner, 'report.txt', 'edited', folder, { on_conflict: 'replace' })
    t.equal(edited.id, sent.id)
    const all = visibility === 'all'
    t.equal((await ann.fetch(url)).status, all ? 200 : 404)
    const listed = await ann.get<Listing>(`/api/file-request/${token}/browse/${folder}`)
    t.same(
      listed.body.data.map(({ data }) => data.attributes.access),
      all ? ['visitor'] : [],
    )
    if (!all) t.equal(listed.body.meta.root?.data.attributes.size, 0, 'nor its size')
    const items = [{ id: sent.id, type: 'file' }]
    const rejection = all ? 403 : 404
    t.equal((await ann.patch(`/api/file-request/${token}/rename/${sent.id}`, { name: 'x.txt' })).status, rejection)
    t.equal((await ann.post(`/api/file-request/${token}/move`, { items, to_id: null })).status, rejection)
    t.equal((await ann.post(`/api/file-request/${token}/remove`, { items })).status, rejection)
    const removeAbove = async () =>
      (await ann.post(`/api/file-request/${token}/remove`, { items: [{ id: folder, type: 'folder' }] })).status
    t.equal(await removeAbove(), 403, 'nor with the folder')
    const [kept] = await db.query('select name, trashed_at from items where id = $1', [sent.id])
    t.same(kept, { name: 'report.txt', trashed_at: null })
    await owner.client.post('/api/remove', { items })
    t.equal(await removeAbove(), 200, 'what the owner has removed holds no folder')
  }
})
