import t from 'tap'
import type { Item, Listing } from '../../modules/storage/contract.ts'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFileRequest, sendChunk, sendFile } from '../support/file-requests.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const app = await testApp(t)
const owner = await signUp(app)

interface One {
  data: Item
}
type Ref = { id: string; type: 'file' | 'folder' }

/** `a.txt` and `Docs` in a folder, and items of the same names in `in`, as the caller sees them. */
interface Scene {
  client: Client
  /** Where the names are taken; null: the top of what an uploader sees. */
  top: string | null
  /** In `in`: a file `a.txt` and a folder `Docs` with `b.txt`. */
  file: Ref
  folder: Ref
  taken: Ref
  path: (owner: string, editor: string, uploader: string) => string
}

const file = (id: string): Ref => ({ id, type: 'file' })
const folder = (id: string): Ref => ({ id, type: 'folder' })

const ownScene = async (): Promise<Omit<Scene, 'client' | 'path'>> => {
  const top = await makeFolder(owner, 'Top')
  const taken = await putFile(owner, 'a.txt', 'old', top)
  await makeFolder(owner, 'Docs', top)
  const inner = await makeFolder(owner, 'in', top)
  const { id } = await putFile(owner, 'a.txt', 'new', inner)
  const docs = await makeFolder(owner, 'Docs', inner)
  await putFile(owner, 'b.txt', 'b', docs)
  return { top, file: file(id), folder: folder(docs), taken: file(taken.id) }
}

const scenes: Record<'owner' | 'editor' | 'uploader', () => Promise<Scene>> = {
  owner: async () => ({ ...(await ownScene()), client: owner.client, path: (own) => own }),
  editor: async () => {
    const scene = await ownScene()
    const { token } = await makeShare(owner, folder(scene.top as string), { permission: 'editor' })
    const client = anonymous(app)
    await client.get(`/share/${token}`)
    await client.get('/api/csrf')
    return { ...scene, client, path: (_own, editor) => editor.replace(':token', token) }
  },
  uploader: async () => {
    const { token } = await makeFileRequest(owner, {})
    const client = anonymous(app)
    await client.get('/api/csrf')
    await client.post(`/api/file-request/${token}/uploader`, { name: 'Kim' })
    const create = async (name: string, parent: string | null = null) =>
      (await client.post<One>(`/api/file-request/${token}/create-folder`, { name, parent_id: parent })).body.data.id
    const taken = await sendFile(client, token, 'a.txt', 'old')
    await create('Docs')
    const inner = await create('in')
    const moved = await sendFile(client, token, 'a.txt', 'new', { parent_id: inner })
    const docs = await create('Docs', inner)
    const scene = { top: null, file: file(moved.id), folder: folder(docs), taken: file(taken.id), client }
    return { ...scene, path: (_own, _editor, uploader) => uploader.replace(':token', token) }
  },
}

const namesIn = async ({ client, top, path }: Scene): Promise<string[]> => {
  const url = path(
    `/api/browse/folders/${top}`,
    `/api/sharing/folders/${top}/:token`,
    `/api/file-request/:token/browse/all`,
  )
  const { body } = await client.get<Listing>(url)
  return body.data.map(({ data }) => data.attributes.name).sort()
}
const move = ({ client, top, path, file, folder }: Scene, on_conflict?: string) =>
  client.post<{ code: string; operation: string; result: object }>(
    path('/api/move', '/api/sharing/move/:token', '/api/file-request/:token/move'),
    { to_id: top, items: [file, folder], ...(on_conflict && { on_conflict }) },
  )
const undo = (actor: Actor, operation: string) => actor.client.post(`/api/operations/${operation}/undo`)

/** Uploaders are not asked about taken names, which may be other people's (A18): their names get a number. */
for (const [who, make] of Object.entries(scenes)) {
  const isUploader = who === 'uploader'
  const before = ['Docs', 'a.txt', 'in']

  t.test(`D50 create, rename, upload by the ${who}: a taken name gets a number`, async (t) => {
    const scene = await make()
    const { client, top, path, taken } = scene
    const create = path(
      '/api/create-folder',
      '/api/sharing/create-folder/:token',
      '/api/file-request/:token/create-folder',
    )
    const made = await client.post<One>(create, { name: 'Docs', parent_id: top })
    // An uploader sees the names they gave.
    t.equal(made.body.data.attributes.name, isUploader ? 'Docs' : 'Docs (1)')
    const upload = path(
      '/api/upload/chunks',
      '/api/sharing/upload/chunks/:token',
      '/api/file-request/:token/upload/chunks',
    )
    const sent = await sendChunk(client, '', 'a.txt', 'again', top ? { parent_id: top } : {}, upload)
    t.equal(sent.body.data.attributes.name, isUploader ? 'a.txt' : 'a (1).txt')
    const rename = (id: string) =>
      path(`/api/rename/${id}`, `/api/sharing/rename/${id}/:token`, `/api/file-request/:token/rename/${id}`)
    const renamed = await client.patch<One>(rename(sent.body.data.id), { type: 'file', name: 'a.txt' })
    t.equal(renamed.body.data.attributes.name, isUploader ? 'a.txt' : 'a (1).txt', 'its own number stays free for it')
    const back = await client.patch<One>(rename(taken.id), { type: 'file', name: 'b.txt' })
    t.equal(back.body.data.attributes.name, 'b.txt')
  })

  t.test(`D50 move by the ${who}: ${isUploader ? 'numbered' : 'asked, then as answered'}`, async (t) => {
    const scene = await make()
    if (isUploader) {
      t.equal((await move(scene)).status, 200)
      t.same(await namesIn(scene), ['Docs', 'Docs', 'a.txt', 'a.txt', 'in'])
      return
    }
    t.match(await move(scene, 'ask'), {
      status: 409,
      body: { code: 'name-conflict', files: 1, folders: 1, names: ['Docs', 'a.txt'] },
    })
    t.same(await namesIn(scene), before, 'nothing has changed')
    const answered = await move(scene, 'merge')
    t.match(answered.body.result, { merged: 1, replaced: 0, skipped: 0, numbered: 1 })
    t.same(await namesIn(scene), ['Docs', 'a (1).txt', 'a.txt', 'in'])
    if (who !== 'owner') return
    t.equal((await undo(owner, answered.body.operation)).status, 202)
    t.same(await namesIn(scene), before)
    const replaced = await move(scene, 'replace')
    t.match(replaced.body.result, { merged: 1, replaced: 1 })
    await undo(owner, replaced.body.operation)
    t.match((await move(scene, 'skip')).body.result, { merged: 1, skipped: 1 })
  })
}

t.test('D50 copy and restore by the owner: asked, then as answered; one undo restores the names', async (t) => {
  const scene = await scenes.owner()
  const { client, top, file, folder } = scene
  const copy = (on_conflict: string) =>
    client.post<{ operation: string; result: object }>('/api/copy', { to_id: top, items: [file, folder], on_conflict })
  t.match(await copy('ask'), { status: 409, body: { code: 'name-conflict', files: 1, folders: 1 } })
  const copied = await copy('merge')
  t.match(copied.body.result, { merged: 1, replaced: 0 })
  t.same(await namesIn(scene), ['Docs', 'a (1).txt', 'a.txt', 'in'])
  await undo(owner, copied.body.operation)
  t.same(await namesIn(scene), ['Docs', 'a.txt', 'in'])

  await client.post('/api/remove', { items: [scene.taken] })
  await putFile(owner, 'a.txt', 'newer', top)
  const restore = (on_conflict: string) =>
    client.post<{ operation: string; result: object }>('/api/trash/restore', { items: [scene.taken], on_conflict })
  t.match(await restore('ask'), {
    status: 409,
    body: { code: 'name-conflict', files: 1, folders: 0, names: ['a.txt'] },
  })
  const restored = await restore('keep-both')
  t.match(restored.body.result, { numbered: 1 })
  t.same(await namesIn(scene), ['Docs', 'a (1).txt', 'a.txt', 'in'])
  await undo(owner, restored.body.operation)
  t.same(await namesIn(scene), ['Docs', 'a.txt', 'in'])
})
