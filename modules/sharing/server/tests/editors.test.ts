import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { seedFolder } from '../../../../tests/support/seed.ts'
import { makeFolder, makeShare, putFile } from '../../../../tests/support/shares.ts'
import { wrongCounters } from '../../../../tests/support/wrong-counters.ts'
import type { Item, Listing, Operation } from '../../../storage/contract.ts'

const app = await testApp(t)
const owner = await signUp(app)
const { db } = app.coffer.platform

const refOf = ({ id, type }: Pick<Item, 'id' | 'type'>) => ({ id, type })
const editorOf = async (name: string, of = owner) => {
  const folder = await makeFolder(of, name)
  const { token } = await makeShare(of, { id: folder, type: 'folder' }, { permission: 'editor' })
  const client = anonymous(app)
  const there = async () => (await client.get<Listing>(`/api/sharing/folders/all/${token}`)).body.meta.paginate.total
  const remove = (body: object) => client.post<{ undo: string; data?: Operation }>(`/api/sharing/remove/${token}`, body)
  const undoDelete = (undo: string, by = client) =>
    by.post<{ data?: Operation }>(`/api/sharing/undo/${token}`, { undo })
  return { folder, token, client, there, remove, undoDelete }
}

t.test('delete by an editor: takes effect at once, and only that browser can undo it (A19, D21)', async (t) => {
  const { folder, token, client, there, remove, undoDelete } = await editorOf('undo')
  const [one, two] = [await putFile(owner, '1.txt', '1', folder), await putFile(owner, '2.txt', '2', folder)]
  const other = await editorOf('other link')
  const { status, body } = await remove({ items: [refOf(one), refOf(two)] })
  t.equal(status, 200)
  t.equal(await there(), 0)
  t.equal((await undoDelete(body.undo, anonymous(app))).status, 422, 'another browser')
  t.equal((await other.undoDelete(body.undo, client)).status, 422, 'another link')
  t.equal((await undoDelete(`${body.undo.slice(0, -2)}xx`)).status, 422, 'made up')
  t.equal((await undoDelete(body.undo)).status, 200)
  t.equal(await there(), 2)
  t.equal((await undoDelete(body.undo)).status, 404, 'it has left the trash already')

  const again = (await remove({ items: [refOf(one)] })).body.undo
  await owner.client.post('/api/trash/restore', { items: [refOf(one)] })
  await owner.client.post('/api/remove', { items: [refOf(one)] })
  t.equal((await undoDelete(again)).status, 404, 'items that the owner trashed since stay in the trash')
  const whole = (await remove({ selection: { view: 'files', parent_id: folder, except: [] } })).body.undo
  t.equal(await there(), 0)
  t.equal((await undoDelete(whole)).status, 200)
  t.equal(await there(), 1)
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  t.equal((await undoDelete(whole)).status, 404)
  t.same(await wrongCounters(db), [])
})

t.test('undo: fails when the parent folder was trashed', async (t) => {
  const { folder, remove, undoDelete } = await editorOf('places')
  const inner = await makeFolder(owner, 'inner', folder)
  const file = await putFile(owner, 'deep.txt', 'deep', inner)
  const { undo } = (await remove({ items: [refOf(file)] })).body
  const outer = (await remove({ items: [{ id: inner, type: 'folder' }] })).body.undo
  t.equal((await undoDelete(undo)).status, 404)
  t.equal((await undoDelete(outer)).status, 200)
  t.equal((await undoDelete(undo)).status, 200)
  t.same(await wrongCounters(db), [])
})

t.test('undo: fails after two minutes', async (t) => {
  const { folder, remove, undoDelete } = await editorOf('late')
  const { undo } = (await remove({ items: [refOf(await putFile(owner, 'x.txt', 'x', folder))] })).body
  const late = new Date((await db.now()).getTime() + 121_000)
  t.intercept(db, 'now', { value: async () => late })
  t.equal((await undoDelete(undo)).status, 422)
})

t.test('bulk delete by an editor: runs after the response in batches, as for signed-in users', async (t) => {
  const { folder, token, client, there, remove, undoDelete } = await editorOf('heap')
  await seedFolder(db, owner.id, 1_600, { parent: folder })
  const all = { selection: { view: 'files', parent_id: folder, except: [] } }
  const ended = async (id: string, by = client) => {
    const { status, body } = await poll(
      () => by.get<{ data: Operation }>(`/api/sharing/operations/${id}/${token}`),
      ({ status, body }) => status !== 200 || body.data.attributes.state !== 'running',
    )
    return { status, ...body.data?.attributes }
  }
  const removal = await remove(all)
  t.equal(removal.status, 202)
  const id = removal.body.data?.id as string
  t.equal((await ended(id, anonymous(app))).status, 404, 'not the operation of another visitor')
  t.match(await ended(id), { state: 'done', done: 1_600 })
  t.equal(await there(), 0)
  const back = await undoDelete(removal.body.undo)
  t.equal(back.status, 202)
  t.match(await ended(back.body.data?.id as string), { state: 'done', done: 1_600 })
  t.equal(await there(), 1_600)
  const inner = await makeFolder(owner, 'target', folder)
  const move = await client.post<{ data: Operation }>(`/api/sharing/move/${token}`, {
    to_id: inner,
    selection: { ...all.selection, except: [inner] },
  })
  t.equal(move.status, 202)
  t.equal(move.headers.get('location'), `/api/sharing/operations/${move.body.data.id}/${token}`)
  t.match(await ended(move.body.data.id), { state: 'done', done: 1_600 })
  t.equal(await there(), 1)
  t.equal((await owner.client.get(`/api/operations/${id}`)).status, 404)
  t.same(await wrongCounters(db), [])
})

t.test('a revoked, locked or expired link ends running operations between two batches', async (t) => {
  const ways: Record<string, (link: { token: string; id: string }) => Promise<unknown>> = {
    revoked: ({ token }) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] }),
    'for visitors only': ({ token }) => owner.client.patch(`/api/share/${token}`, { permission: 'visitor' }),
    locked: ({ token }) => owner.client.patch(`/api/share/${token}`, { password: 'brand new words' }),
    over: ({ id }) => db.query('update shares set expires_at = now() where id = $1', [id]),
    'owner restricted': () => db.query(`update users set status = 'suspended' where id = $1`, [owner.id]),
  }
  const { operations } = app.coffer.storage.api
  const { worker } = operations
  const { step } = worker
  t.teardown(() => {
    worker.step = step
  })
  for (const [name, shut] of Object.entries(ways)) {
    const link = await editorOf(`stopped: ${name}`)
    const [share] = await db.query<{ id: string }>('select id from shares where item_id = $1', [link.folder])
    await seedFolder(db, owner.id, 3_400, { parent: link.folder })
    let steps = 0
    worker.step = async (id) => {
      const more = await step.call(worker, id)
      steps += 1
      // The first thousand items are in the trash.
      if (steps === 2) await shut({ token: link.token, id: share?.id ?? '' })
      return more
    }
    const { body } = await link.remove({ selection: { view: 'files', parent_id: link.folder, except: [] } })
    const id = body.data?.id
    const read = async () =>
      (await db.query<Row>('select state, error, processed as done from operations where id = $1', [id]))[0]
    interface Row {
      state: string
      error: string | null
      done: number
    }
    const row = await poll(read, (now) => now?.state !== 'running')
    t.match(row, { state: 'failed', error: 'forbidden', done: 1_000 }, name)
    worker.step = step
    await db.query(`update users set status = 'active' where id = $1`, [owner.id])
    t.same(
      await db.query('select count(*) as n from items where parent_id = $1 and trashed_at is null', [link.folder]),
      [{ n: 2_400 }],
      name,
    )
  }
  t.same(await wrongCounters(db), [])
})

t.test('a link revoked during an editor’s upload stores nothing, at any size (A38)', async (t) => {
  const host = await signUp(app)
  const openUploads = () =>
    db.query('select 1 from upload_sessions where owner_id = $1 and finished_at is null', [host.id])
  for (const size of [5, 3_000_000]) {
    const { folder, token, client } = await editorOf(`cut at ${size}`, host)
    await client.fetch('/api/csrf')
    const query = new URLSearchParams({ name: 'cut.bin', upload_id: randomUUID(), offset: '0', is_last_chunk: '1' })
    query.set('total_size', String(size))
    let end = () => {}
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(Buffer.alloc(size - 1, 'x'))
        end = () => {
          stream.enqueue(Buffer.from('x'))
          stream.close()
        }
      },
    })
    const headers = { 'content-type': 'application/octet-stream' }
    const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answer = client.fetch(`/api/sharing/upload/chunks/${token}?${query}`, sent)
    t.equal((await poll(openUploads, (rows) => rows.length > 0)).length, 1)
    await host.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
    end()
    t.equal((await answer).status, 404)
    t.same(await db.query('select name from items where parent_id = $1', [folder]), [])
    t.equal((await poll(openUploads, (rows) => rows.length === 0)).length, 0)
  }
  t.match(await db.query('select reserved_bytes as reserved from usage where user_id = $1', [host.id]), [
    { reserved: 0 },
  ])
})
