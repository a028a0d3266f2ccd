import t from 'tap'
import { signIn, signUp } from '../../../../../tests/support/actors.ts'
import { testApp } from '../../../../../tests/support/app.ts'
import { testSocket } from '../../../../../tests/support/socket.ts'
import { itemsChanged, thumbnailsMade } from '../../contract.ts'

const pastBatchDelay = () => new Promise((resolve) => setTimeout(resolve, 400))
const folder = (name: string, parent_id: string | null = null) => ({ name, parent_id })
interface Made {
  data: { id: string }
}

t.test('changes: notifies the owner’s other tabs, also in other processes, but no other account', async (t) => {
  const app = await testApp(t)
  const elsewhere = await testApp(t, { db: app.db, dataDir: app.dataDir })
  const ann = await signUp(app)
  const [mine, otherTab, otherAccount] = [
    await testSocket(t, app, ann.client),
    await testSocket(t, elsewhere, (await signIn(app, ann)).client),
    await testSocket(t, app, (await signUp(app)).client),
  ]
  const headers = { 'x-socket-id': mine.id }
  const made = await ann.client.post<Made>('/api/create-folder', folder('docs'), { headers })
  t.same(await otherTab.next(itemsChanged), { parent_id: null })
  const { id } = made.body.data
  await ann.client.post('/api/create-folder', folder('inside', id), { headers })
  t.same(await otherTab.next(itemsChanged), { parent_id: id })
  await ann.client.patch(`/api/rename/${id}`, { name: 'papers', type: 'folder' }, { headers })
  t.same(await otherTab.next(itemsChanged), { parent_id: null })
  await ann.client.post('/api/remove', { items: [{ id, type: 'folder', force_delete: false }] }, { headers })
  t.same(await otherTab.next(itemsChanged), { parent_id: null })
  await ann.client.delete('/api/trash/dump', {}, { headers })
  t.same(await otherTab.next(itemsChanged), { parent_id: null })
  await pastBatchDelay()
  t.equal(mine.count(itemsChanged), 0, 'not the tab that caused it')
  t.equal(otherAccount.count(itemsChanged), 0)
})

t.test('A49 changes: ignores a socket id that is not the caller’s own', async (t) => {
  const app = await testApp(t)
  const ann = await signUp(app)
  const bob = await signUp(app)
  const [anns, bobs] = [await testSocket(t, app, ann.client), await testSocket(t, app, bob.client)]
  app.coffer.storage.watchers.add(async (_owner, parentIds) =>
    parentIds.map((parentId) => ({ userId: bob.id, parentId })),
  )
  await ann.client.post('/api/create-folder', folder('docs'), { headers: { 'x-socket-id': bobs.id } })
  t.same(await bobs.next(itemsChanged), { parent_id: null }, 'notifies a registered watcher')
  t.same(await anns.next(itemsChanged), { parent_id: null })
})

t.test('changes: merges many changes into few messages', async (t) => {
  const app = await testApp(t)
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  const { events } = app.coffer.platform
  const publish = (parentId: string | null) =>
    events.emit('storage.file.created', { ownerId: ann.id, actorId: ann.id, itemId: ann.id, parentId })
  for (let n = 0; n < 10_000; n++) publish(null)
  t.same(await socket.next(itemsChanged), { parent_id: null })
  for (let n = 0; n < 1_000; n++) publish(`folder ${n}`)
  t.same(await socket.next(itemsChanged), { parent_id: null, everything: true })
  await pastBatchDelay()
  t.equal(socket.count(itemsChanged), 2)
})

t.test('changes: are published later when the people who may see them could not be read', async (t) => {
  const app = await testApp(t)
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  let failures = 1
  app.coffer.storage.watchers.add(async () => {
    if (failures-- > 0) throw new Error('no connection')
    return []
  })
  await ann.client.post('/api/create-folder', folder('docs'))
  t.same(await socket.next(itemsChanged), { parent_id: null })
  t.equal(failures, -1)
})

t.test('changes: announces thumbnails once per folder, to users who may see it', async (t) => {
  const app = await testApp(t)
  const ann = await signUp(app)
  const [anns, bobs] = [await testSocket(t, app, ann.client), await testSocket(t, app, (await signUp(app)).client)]
  const { events, db } = app.coffer.platform
  const { body } = await ann.client.post<Made>('/api/create-folder', folder('photos'))
  const blobs = await db.query<{ id: string }>(
    `with made as (
       insert into blobs (key, size, sha256, crc32, media_type)
       select gen_random_uuid(), 1, sha256(''), 0, 'image/png' from generate_series(1, 300) returning id
     ), rows as (
       insert into items (owner_id, creator_id, parent_id, is_folder, name, kind, size, blob_id)
       select $1, $1, $2, false, id::text, 'image', 1, id from made
     ) select id from made`,
    [ann.id, body.data.id],
  )
  for (const { id } of blobs) events.emit('storage.thumbnail.settled', { blobId: id })
  t.same(await anns.next(thumbnailsMade), { parent_id: body.data.id })
  await pastBatchDelay()
  t.equal(anns.count(thumbnailsMade), 1)
  t.equal(bobs.count(thumbnailsMade), 0)
})
