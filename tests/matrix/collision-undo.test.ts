import t from 'tap'
import type { Listing } from '../../modules/storage/contract.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFileRequest, sendFile } from '../support/file-requests.ts'
import { poll } from '../support/poll.ts'
import { testSource } from '../support/remote-source.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'
import { wrongCounters } from '../support/wrong-counters.ts'

/**
 * Taken names are handled as answered, and one undo restores the exact tree and trash: each operation × owner, member of a
 * team folder, editor of a link. Uploaders are never asked and have no undo; their names are numbered.
 */
const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db } = app.coffer.platform
const owner = await signUp(app)
const member = await signUp(app)

type Ref = { id: string; type: 'file' | 'folder' }
const file = (id: string): Ref => ({ id, type: 'file' })
const folder = (id: string): Ref => ({ id, type: 'folder' })

/** In `top`: `a.txt`, and `Docs` with `b.txt`; the same names with other contents in its folder `in`. */
interface Scene {
  client: Client
  top: string
  inner: Ref[]
  /** The variant of the caller. */
  path: (own: string, shared: string) => string
}

const fill = async (top: string): Promise<Ref[]> => {
  await putFile(owner, 'a.txt', 'old', top)
  await putFile(owner, 'b.txt', 'old b', await makeFolder(owner, 'Docs', top))
  const inner = await makeFolder(owner, 'in', top)
  const { id } = await putFile(owner, 'a.txt', 'new', inner)
  const docs = await makeFolder(owner, 'Docs', inner)
  await putFile(owner, 'b.txt', 'new b', docs)
  await putFile(owner, 'c.txt', 'c', docs)
  return [file(id), folder(docs)]
}

const own = (path: string) => path
const scenes: Record<string, () => Promise<Scene>> = {
  owner: async () => {
    const top = await makeFolder(owner, 'Top')
    return { client: owner.client, top, inner: await fill(top), path: own }
  },
  member: async () => {
    const { id: top } = await teamWith(owner, [[member, 'can_edit']])
    return { client: member.client, top, inner: await fill(top), path: own }
  },
  editor: async () => {
    const top = await makeFolder(owner, 'Top')
    const inner = await fill(top)
    const { token } = await makeShare(owner, folder(top), { permission: 'editor' })
    const client = anonymous(app)
    await client.get(`/share/${token}`)
    await client.get('/api/csrf')
    return { client, top, inner, path: (_own, shared) => shared.replace(':token', token) }
  },
}

interface Row {
  id: string
  parent_id: string | null
  name: string
  blob_id: string | null
  trashed_at: Date | null
  trashed: boolean
}
/** All items of the owner, in the tree and in the trash; what lies in a trashed folder is trashed. */
const state = (): Promise<Row[]> =>
  db.query<Row>(
    `with recursive down as (
       select id, parent_id, name, blob_id, trashed_at, trashed_at is not null as trashed from items
       where owner_id = $1 and parent_id is null
       union all
       select i.id, i.parent_id, i.name, i.blob_id, i.trashed_at, down.trashed or i.trashed_at is not null
       from down join items i on i.parent_id = down.id
     ) select * from down order by id`,
    [owner.id],
  )
const active = async () => (await state()).filter(({ trashed }) => !trashed)
/** Items that the owner sees in the trash, and the number that emptying it announces. */
const trash = async () => {
  const { body } = await owner.client.get<Listing>('/api/browse/trash/all')
  const summary = await owner.client.get('/api/trash/summary')
  const names = body.data.map(({ data }) => data.attributes.name).sort()
  return { names, total: body.meta.paginate.total, summary: summary.body }
}
const twins = () =>
  db.query(
    `select parent_id, lower(name) from items where owner_id = $1 and trashed_at is null group by 1, 2 having count(*) > 1`,
    [owner.id],
  )
const namesIn = async (top: string) =>
  (await active())
    .filter(({ parent_id }) => parent_id === top)
    .map(({ name }) => name)
    .sort()

const undo = async ({ client, path }: Scene, id: string) => {
  const response = await client.post(
    path(`/api/operations/${id}/undo`, `/api/sharing/operations/${id}/undo/:token`),
    {},
  )
  return response.status
}

interface Answered {
  operation: string
  result: object
}
const both = ['Docs', 'Docs (1)', 'a (1).txt', 'a.txt', 'in']
const merged = ['Docs', 'a (1).txt', 'a.txt', 'in']
const taken = ['Docs', 'a.txt', 'in']

/** By the answer: the counts of the result, and the names in `top` after a move or copy. */
const answers: Record<string, { result: object; names: string[] }> = {
  'keep-both': { result: { merged: 0, replaced: 0, skipped: 0 }, names: both },
  merge: { result: { merged: 1, replaced: 0, skipped: 0 }, names: merged },
  replace: { result: { merged: 1, skipped: 0 }, names: taken },
  skip: { result: { merged: 1, replaced: 0 }, names: taken },
}

for (const [who, make] of Object.entries(scenes))
  for (const [on_conflict, expected] of Object.entries(answers)) {
    t.test(`move by the ${who}, ${on_conflict}: as answered; one undo restores tree and trash`, async (t) => {
      const scene = await make()
      const before = await state()
      const { status, body } = await scene.client.post<Answered>(scene.path('/api/move', '/api/sharing/move/:token'), {
        to_id: scene.top,
        items: scene.inner,
        on_conflict,
      })
      t.equal(status, 200)
      t.match(body.result, expected.result)
      t.strictSame(await namesIn(scene.top), expected.names)
      t.strictSame(await twins(), [])
      t.equal(await undo(scene, body.operation), 202)
      t.strictSame(await state(), before)
    })

    if (who === 'editor') continue
    t.test(`copy by the ${who}, ${on_conflict}: as answered; one undo restores the tree`, async (t) => {
      const scene = await make()
      const before = await active()
      const { status, body } = await scene.client.post<Answered>('/api/copy', {
        to_id: scene.top,
        items: scene.inner,
        on_conflict,
      })
      t.equal(status, 201)
      t.match(body.result, expected.result)
      t.strictSame(await namesIn(scene.top), expected.names)
      t.strictSame(await twins(), [])
      t.equal(await undo(scene, body.operation), 202)
      t.strictSame(await active(), before)
    })
  }

/** Names that stay in the trash after a restore. */
const leftInTrash: Record<string, string[]> = {
  'keep-both': [],
  merge: [],
  replace: ['a.txt', 'b.txt'],
  skip: ['Docs', 'a.txt'],
}

for (const [on_conflict, left] of Object.entries(leftInTrash))
  t.test(`restore by the owner, ${on_conflict}: one undo restores tree and trash`, async (t) => {
    await owner.client.delete('/api/trash/dump')
    const scene = await (scenes.owner as () => Promise<Scene>)()
    const items = (await state())
      .filter(({ parent_id, name }) => parent_id === scene.top && name !== 'in')
      .map(({ id, blob_id }) => (blob_id ? file(id) : folder(id)))
    await owner.client.post('/api/remove', { items })
    await putFile(owner, 'a.txt', 'newer', scene.top)
    await putFile(owner, 'b.txt', 'newer b', await makeFolder(owner, 'Docs', scene.top))
    const [before, seen] = [await state(), await trash()]
    const { status, body } = await owner.client.post<Answered>('/api/trash/restore', { items, on_conflict })
    t.equal(status, 200)
    t.strictSame(await twins(), [])
    const after = await trash()
    t.strictSame(after.names, left, 'a folder that was merged is not in the trash any more')
    t.equal(after.total, left.length)
    t.equal(await undo(scene, body.operation), 202)
    t.strictSame(await state(), before)
    t.strictSame(await trash(), seen)
    t.strictSame(await wrongCounters(db), [])
  })

t.test(
  'editor of a link: an operation of somebody else is not undone, nor one after the link became a visitor’s',
  async (t) => {
    const scene = await (scenes.editor as () => Promise<Scene>)()
    const move = (client: Client, path: Scene['path']) =>
      client.post<Answered>(path('/api/move', '/api/sharing/move/:token'), {
        to_id: scene.top,
        items: scene.inner,
        on_conflict: 'keep-both',
      })
    const { operation } = (await move(owner.client, own)).body
    t.equal(await undo(scene, operation), 404)
    t.equal(await undo({ ...scene, client: owner.client, path: own }, operation), 202)
    const theirs = (await move(scene.client, scene.path)).body.operation
    const token = scene.path('', ':token')
    t.equal((await owner.client.patch(`/api/share/${token}`, { permission: 'visitor' })).status, 200)
    t.equal(await undo(scene, theirs), 403)
  },
)

/** Callers of a remote upload, with the folder that gets the file. */
const remotes: Record<string, () => Promise<{ client: Client; path: string; into: string | null; top: string }>> = {
  ...Object.fromEntries(
    Object.entries(scenes).map(([who, make]) => [
      who,
      async () => {
        const { client, top, path } = await make()
        return { client, top, into: top, path: path('/api/upload/remote', '/api/sharing/upload/remote/:token') }
      },
    ]),
  ),
  uploader: async () => {
    const { token } = await makeFileRequest(owner, {})
    const client = anonymous(app)
    await client.get('/api/csrf')
    await client.post(`/api/file-request/${token}/uploader`, { name: 'Kim' })
    const { id } = await sendFile(client, token, 'a.txt', 'old')
    const top = (await active()).find((row) => row.id === id)?.parent_id as string
    return { client, top, into: null, path: `/api/file-request/${token}/upload/remote` }
  },
}

for (const [who, make] of Object.entries(remotes))
  t.test(`remote upload by the ${who}: a taken name gets a number`, async (t) => {
    source.files.set('/a.txt', { size: 20, type: 'text/plain' })
    const { client, path, into, top } = await make()
    const { status } = await client.post(path, { urls: [source.url('/a.txt')], parent_id: into })
    t.equal(status, 201)
    await poll(async () => (await namesIn(top)).filter((name) => name.endsWith('.txt')).length === 2)
    t.strictSame(
      (await namesIn(top)).filter((name) => name.endsWith('.txt')),
      ['a (1).txt', 'a.txt'],
    )
    t.strictSame(await twins(), [])
  })

t.test('members and editors: create, rename and upload number a taken name', async (t) => {
  for (const who of ['member', 'editor']) {
    const { client, top, path } = await (scenes[who] as () => Promise<Scene>)()
    const created = await client.post<{ data: { attributes: { name: string } } }>(
      path('/api/create-folder', '/api/sharing/create-folder/:token'),
      { name: 'Docs', parent_id: top },
    )
    t.equal(created.body.data.attributes.name, 'Docs (1)', who)
    t.strictSame(await twins(), [])
  }
})
