import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import { planOf } from '../../../../tests/support/plans.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import type { PublicFileRequest } from '../../contract.ts'
import { deletedSql } from '../services/file-request-limit.ts'

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

t.test(
  'an uploader does not delete a folder of theirs in which the owner has put another uploader’s file',
  async (t) => {
    const { id, token } = await makeFileRequest(owner, { folder_per_uploader: true })
    const [ann, bob] = [anonymous(app), anonymous(app)]
    const at = `/api/file-request/${token}`
    const docs = await ann.post<{ data: { id: string } }>(`${at}/create-folder`, { name: 'Docs' })
    const folder = { id: docs.body.data.id, type: 'folder' }
    const file = await sendFile(bob, token, 'b.txt', 'bob')
    const moved = await owner.client.post('/api/move', { items: [{ id: file.id, type: 'file' }], to_id: folder.id })
    t.equal(moved.status, 200)
    t.match(await ann.post(`${at}/remove`, { items: [folder] }), { status: 403, body: { code: 'not-owner' } })
    const rows = await db.query('select name from items where id = any($1) and trashed_at is not null', [
      [folder.id, file.id],
    ])
    t.same(rows, [])
    const [request] = await db.query('select received_files as files from file_requests where id = $1', [id])
    t.same(request, { files: 1 })
  },
)

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
