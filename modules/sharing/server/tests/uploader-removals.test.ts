import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import { waitsForLock } from '../../../../tests/support/locks.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { putFile } from '../../../../tests/support/shares.ts'
import type { Tx } from '../../../platform/index.ts'
import type { PublicFileRequest } from '../../contract.ts'
import type { FileRequestAccess } from '../services/file-request-access.ts'
import { completeDigest } from '../services/file-request-digests.ts'
import { deletedSql } from '../services/file-request-limit.ts'
import { UploaderItems } from '../services/uploader-items.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform

t.test('an uploader’s deletion that fails when it is counted deletes nothing, and can be repeated', async (t) => {
  const { id, token } = await makeFileRequest(owner, {})
  const client = anonymous(app)
  const file = await sendFile(client, token, 'a.txt', 'abc')
  const remove = () =>
    client.post(`/api/file-request/${token}/remove`, { items: [{ id: file.id, type: 'file' }] }).then((a) => a.status)
  const state = async () => {
    const [row] = await db.query(
      `select r.received_files as files, r.received_bytes as bytes, i.trashed_at is not null as trashed
       from file_requests r, items i where r.id = $1 and i.id = $2`,
      [id, file.id],
    )
    return row
  }
  await db.query(
    `create function busy() returns trigger language plpgsql as $$ begin raise 'busy' using errcode = '55P03'; end $$`,
  )
  await db.query('create trigger busy before update on file_request_items for each row execute function busy()')
  t.equal(await remove(), 503)
  t.same(await state(), { files: 1, bytes: 3, trashed: false })
  await db.query('drop trigger busy on file_request_items')
  t.equal(await remove(), 200)
  t.same(await state(), { files: 0, bytes: 0, trashed: true })
})

t.test('an uploader does not delete a folder of theirs in which the owner keeps something else', async (t) => {
  const { id, token } = await makeFileRequest(owner, { folder_per_uploader: true })
  const other = await makeFileRequest(owner, {})
  const [ann, bob] = [anonymous(app), anonymous(app)]
  const at = `/api/file-request/${token}`
  const makeDocs = async (name: string) => {
    const { body } = await ann.post<{ data: { id: string } }>(`${at}/create-folder`, { name })
    return body.data.id
  }
  const remove = (folder: string) => ann.post(`${at}/remove`, { items: [{ id: folder, type: 'folder' }] })
  const moveInto = async (to_id: string, item: { id: string }) => {
    const { status } = await owner.client.post('/api/move', { items: [{ id: item.id, type: 'file' }], to_id })
    t.equal(status, 200)
  }
  const state = async () => {
    const [row] = await db.query(
      `select received_files as files, (select count(*)::int from items where owner_id = $2 and trashed_at is not null) as trashed
       from file_requests where id = $1`,
      [id, owner.id],
    )
    return row
  }
  const file = await sendFile(bob, token, 'b.txt', 'bob')
  const kept = {
    'another uploader’s file': () => Promise.resolve(file),
    'a file of another request': () => sendFile(ann, other.token, 'c.txt', 'other'),
    'a file of the owner': () => putFile(owner, 'notes.txt', 'mine'),
  }
  const before = await state()
  for (const [name, make] of Object.entries(kept)) {
    const docs = await makeDocs(name)
    await moveInto(docs, await make())
    t.match(await remove(docs), { status: 403, body: { code: 'not-owner' } }, name)
    t.same(await state(), before, name)
  }

  const restored = await makeDocs('restored')
  const [own, trashed] = [await sendFile(ann, token, 'a.txt', 'ann'), await putFile(owner, 'old.txt', 'old')]
  const ownRef = { id: own.id, type: 'file' }
  await moveInto(restored, own)
  await moveInto(restored, trashed)
  await owner.client.post('/api/remove', { items: [{ id: trashed.id, type: 'file' }] })
  t.equal((await ann.post(`${at}/remove`, { items: [ownRef] })).status, 200)
  await owner.client.post('/api/trash/restore', { items: [ownRef] })
  t.equal((await remove(restored)).status, 403, 'a file that the owner has brought back')
  await owner.client.post('/api/remove', { items: [ownRef] })
  t.equal((await remove(restored)).status, 200, 'what is in the trash already is not kept')
})

t.test('deleting and sending again does not exceed what a request may store: twice its files', async (t) => {
  const { token } = await makeFileRequest(owner, { max_files: 2 })
  const client = anonymous(app)
  const send = (name: string) => sendChunk(client, token, name, 'abc')
  const remove = (id: string) => client.post(`/api/file-request/${token}/remove`, { items: [{ id, type: 'file' }] })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await remove((await sendFile(client, token, name, 'abc')).id)
  const kept = await sendFile(client, token, 'd.txt', 'abc')
  t.match(await send('e.txt'), { status: 422, code: 'file-limit-reached' }, 'three in the trash, one received')
  await remove(kept.id)
  t.match(await send('f.txt'), { status: 422, code: 'file-limit-reached' })
  const emptied = await owner.client.post('/api/trash/dump', { _method: 'delete' })
  t.ok(emptied.status < 300)
  await eventually(t, async () => (await send('g.txt')).status, 201, 'what was purged does not count')
})

t.test(
  'a file that the owner restored no longer counts as deleted, and uploaders read how many are left',
  async (t) => {
    const { token } = await makeFileRequest(owner, { max_files: 1 })
    const client = anonymous(app)
    const left = async () =>
      (await client.get<{ data: PublicFileRequest }>(`/api/file-request/${token}`)).body.data.attributes.files_left
    const remove = (id: string) => client.post(`/api/file-request/${token}/remove`, { items: [{ id, type: 'file' }] })
    const sent = []
    t.equal(await left(), 1)
    for (const name of ['a.txt', 'b.txt']) {
      const { id } = await sendFile(client, token, name, 'abc')
      t.equal(await left(), 0)
      await remove(id)
      sent.push({ id, type: 'file' })
    }
    t.equal(await left(), 0, 'two in the trash')
    t.match(await sendChunk(client, token, 'c.txt', 'abc'), { status: 422, code: 'file-limit-reached' })
    t.equal((await owner.client.post('/api/trash/restore', { items: sent })).status, 200)
    t.equal(await left(), 1)
    t.match(await sendChunk(client, token, 'c.txt', 'abc'), { status: 201 })
  },
)

t.test('the files that a request has kept are not read to count the deleted ones', async (t) => {
  t.match(await planOf(db, deletedSql), /file_request_items_removed_index/)
})

t.test('a deletion and the notification of the same files do not wait for each other', async (t) => {
  const { id, token } = await makeFileRequest(owner, {})
  const client = anonymous(app)
  const ids: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt']) ids.push((await sendFile(client, token, name, 'abc')).id)
  ids.sort()
  // Their times are in the other order than their ids: an index of each leads through the same rows.
  for (const [at, item] of ids.entries())
    await db.query('update file_request_items set received_at = now() - make_interval(mins => $2) where item_id = $1', [
      item,
      at,
    ])
  const [uploader] = await db.query<{ id: string }>('select id from file_request_uploaders where request_id = $1', [id])
  const access = { fileRequest: { id }, uploader } as FileRequestAccess
  const digest = { uploaderId: access.uploader.id, since: null, until: new Date(Date.now() + 1_000).toISOString() }
  const byIndex = <T>(run: (tx: Tx) => Promise<T>) =>
    db.transaction(async (tx) => {
      // As with many rows.
      await tx.query('set local enable_seqscan = off')
      return run(tx)
    })
  const results: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.query('select 1 from file_request_items where item_id = $1 for update', [ids[1]])
    results.push(byIndex((digesting) => completeDigest(digesting, digest)))
    await waitsForLock(db)
    results.push(byIndex((removing) => new UploaderItems(db).markRemoved(removing, access, ids)))
    await waitsForLock(db, 2)
  })
  t.match(await Promise.allSettled(results), [
    { status: 'fulfilled', value: { request_id: id, files: 3 } },
    { status: 'fulfilled' },
  ])
  const [left] = await db.query(
    `select r.received_files as files, count(*) filter (where i.removed_at is not null)::int as removed
     from file_requests r join file_request_items i on i.request_id = r.id where r.id = $1 group by r.id`,
    [id],
  )
  t.same(left, { files: 0, removed: 3 })
})
