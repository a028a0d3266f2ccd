import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest, sendChunk, sendFile } from '../../../../tests/support/file-requests.ts'
import { eventually } from '../../../../tests/support/poll.ts'
import { testSource } from '../../../../tests/support/remote-source.ts'
import { makeFolder, makeShare } from '../../../../tests/support/shares.ts'
import type { Listing } from '../../../storage/contract.ts'

const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db } = app.coffer.platform
const text = 'plain words, no picture'

const foldersOf = async (owner: Actor) =>
  (
    await db.query<{ name: string }>('select name from items where owner_id = $1 and is_folder order by name', [
      owner.id,
    ])
  ).map(({ name }) => name)

const form = (fields: Record<string, string>, name: string, content: string) => {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  body.append('file' in fields ? 'files' : 'chunk', new Blob([content]), name)
  return body
}

t.test('a rejected first upload to a request creates no folder, by any kind of upload', async (t) => {
  const owner = await signUp(app)
  const uploader = anonymous(app)
  for (const folder_per_uploader of [false, true]) {
    const { token } = await makeFileRequest(owner, { name: 'Pictures', accepted_types: ['image'], folder_per_uploader })
    const path = { path: '/Sub/Deep/name.bin' }
    t.match(await sendChunk(uploader, token, 'name.bin', text, path), { status: 422, code: 'type-not-accepted' }, 'raw')
    const parts = { upload_id: randomUUID(), total_size: String(text.length), ...path }
    t.match(await sendChunk(uploader, token, 'b.bin', text.slice(0, 9), { ...parts, is_last_chunk: 'false' }), {
      status: 200,
    })
    const last = await sendChunk(uploader, token, 'b.bin', text.slice(9), { ...parts, offset: '9' })
    t.match(last, { status: 422, code: 'type-not-accepted' }, 'in two chunks')

    const whole = await uploader.fetch(`/api/file-request/${token}/upload`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form({ name: 'name.bin', is_last_chunk: '1', ...path }, 'name.bin', text),
    })
    t.equal(whole.status, 422, 'multipart')
    const page = await uploader.fetch(`/request/${token}/upload`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', origin: 'null' },
      body: form({ csrf: uploader.cookies.get('XSRF-TOKEN') ?? '', file: '' }, 'name.bin', text),
    })
    t.match(decodeURIComponent(page.headers.get('location') ?? ''), /problem=sharing\.type-not-accepted/, 'HTML form')
    const made = await uploader.post(`/api/file-request/${token}/create-folder`, { name: 'a/b' })
    t.equal(made.status, 422, 'a folder with a bad name')

    source.files.set('/remote.bin', { size: 1_000 })
    const at = `/api/file-request/${token}/upload/remote`
    t.equal((await uploader.post(at, { urls: [source.url('/remote.bin')] })).status, 201)
    const reasons = async () =>
      (await db.query<{ failure_reason: string | null }>('select failure_reason from remote_urls')).map(
        (url) => url.failure_reason,
      )
    await eventually(
      t,
      reasons,
      folder_per_uploader ? ['type-not-accepted', 'type-not-accepted'] : ['type-not-accepted'],
      'fetched',
    )
    t.same(await foldersOf(owner), [])
  }
})

t.test('parallel first files, one of them rejected, create one folder', async (t) => {
  const owner = await signUp(app)
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  for (const folder_per_uploader of [false, true]) {
    const { token } = await makeFileRequest(owner, { name: 'Pictures', accepted_types: ['image'], folder_per_uploader })
    const uploader = anonymous(app)
    await uploader.post(`/api/file-request/${token}/uploader`, { name: 'Ann' })
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_none, n) =>
        sendChunk(uploader, token, `${n}.bin`, n % 3 === 0 ? text : png, { path: `/Sub/${n}.bin` }),
      ),
    )
    t.same(
      answers.map(({ status }) => status),
      Array.from({ length: 9 }, (_none, n) => (n % 3 === 0 ? 422 : 201)),
    )
    t.same(await foldersOf(owner), folder_per_uploader ? ['Ann', 'Pictures', 'Sub'] : ['Pictures', 'Sub'])
    const { body } = await owner.client.get<Listing>('/api/browse/folders/all')
    await owner.client.post('/api/remove', {
      items: body.data.map(({ data: { id } }) => ({ id, type: 'folder', force_delete: true })),
    })
    // Descendants of a purged folder are deleted after the response.
    await eventually(t, () => foldersOf(owner), [])
  }
})

t.test('a rejected file of a link’s editor creates no folder of its path', async (t) => {
  const owner = await signUp(app)
  const shared = await makeFolder(owner, 'shared')
  const { token, id } = await makeShare(owner, { id: shared, type: 'folder' }, { permission: 'editor' })
  const editor = anonymous(app)
  await editor.get('/api/csrf')
  const send = (fields: Record<string, string>) =>
    editor.fetch(
      `/api/sharing/upload/chunks/${token}?${new URLSearchParams({ name: 'x.txt', offset: '0', upload_id: randomUUID(), path: '/Sub/x.txt', ...fields })}`,
      { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'abc' },
    )
  t.equal((await send({ is_last_chunk: '1', sha256: '0'.repeat(64) })).status, 422)
  const { grants } = app.coffer.storage.api
  const { authorizeChunk } = grants
  // Revoked after the chunk was authorized.
  grants.authorizeChunk = async (scope, chunk) => {
    const amended = await authorizeChunk.call(grants, scope, chunk)
    await db.query('delete from shares where id = $1', [id])
    return amended
  }
  t.teardown(() => {
    grants.authorizeChunk = authorizeChunk
  })
  t.equal((await send({ is_last_chunk: '1' })).status, 404)
  t.same(await foldersOf(owner), ['shared'])
})

t.test('an empty folder of a sent folder is created beside its files, not in another uploader’s folder', async (t) => {
  for (const visibility of ['none', 'own', 'all'])
    for (const folder_per_uploader of [false, true]) {
      const owner = await signUp(app)
      const { token } = await makeFileRequest(owner, { name: 'Code', visibility, folder_per_uploader })
      for (const name of ['Ann', 'Bob']) {
        const uploader = anonymous(app)
        await uploader.get('/api/csrf')
        await uploader.post(`/api/file-request/${token}/uploader`, { name })
        const create = async (name: string, parent_id: string | null) => {
          const made = await uploader.post<{ data: { id: string } }>(`/api/file-request/${token}/create-folder`, {
            name,
            parent_id,
            on_conflict: 'merge',
          })
          t.equal(made.status, 201)
          return made.body.data.id
        }
        await sendFile(uploader, token, 'a.py', text, { path: '/pkg/a.py' })
        const pkg = await create('pkg', null)
        const sub = await create('sub', pkg)
        t.equal(await create('sub', pkg), sub, 'once')
      }
      const tops = folder_per_uploader ? ['pkg', 'pkg'] : ['pkg', 'pkg (1)']
      const inside = await db.query<{ parent: string; name: string }>(
        `select p.name as parent, i.name from items i join items p on p.id = i.parent_id
         where i.owner_id = $1 and p.name like 'pkg%' order by p.name, i.name, p.id`,
        [owner.id],
      )
      const expected = tops.flatMap((parent) => ['a.py', 'sub'].map((name) => ({ parent, name })))
      const sorted = (rows: typeof inside) => rows.map(({ parent, name }) => `${parent}/${name}`).sort()
      t.same(sorted(inside), sorted(expected), `${visibility}, ${folder_per_uploader}`)
    }
})

t.test(
  'a folder for each uploader, switched on or off after files were sent: they stay in the uploader’s hands',
  async (t) => {
    const owner = await signUp(app)
    for (const before of [false, true]) {
      const { token } = await makeFileRequest(owner, { name: 'Scans', folder_per_uploader: before })
      const base = `/api/file-request/${token}`
      const uploader = anonymous(app)
      await uploader.post(`${base}/uploader`, { name: 'Ann' })
      const sent = await sendFile(uploader, token, 'sent.txt', text)
      const inside = await sendFile(uploader, token, 'inside.txt', text, { path: '/Box/inside.txt' })
      const browse = async (folder: string) => {
        const { body } = await uploader.get<Listing>(`${base}/browse/${folder}?sort=name&direction=ASC`)
        return body.data.map(({ data }) => data)
      }
      const listed = async (folder: string) => (await browse(folder)).map(({ attributes }) => attributes.name)
      const box = (await browse('all')).find(({ type }) => type === 'folder')?.id as string
      const changed = await owner.client.patch(base, { folder_per_uploader: !before })
      t.equal(changed.status, 200)
      t.same(await listed('all'), ['Box', 'sent.txt'])
      t.same(await listed(box), ['inside.txt'])
      t.equal((await uploader.fetch(`/file/${sent.id}?request=${token}`)).status, 200)
      const renamed = await uploader.patch(`${base}/rename/${sent.id}`, { name: 'renamed.txt', type: 'file' })
      t.equal(renamed.status, 200)
      t.equal((await sendChunk(uploader, token, 'more.txt', text, { parent_id: box })).status, 201, 'into the folder')
      await sendFile(uploader, token, 'later.txt', text)
      t.same(await listed('all'), ['Box', 'later.txt', 'renamed.txt'])
      t.same(await listed(box), ['inside.txt', 'more.txt'])
      const move = (to: string | null) =>
        uploader.post(`${base}/move`, { to_id: to, items: [{ id: inside.id, type: 'file' }] })
      t.equal((await move(null)).status, 200)
      t.same(await listed('all'), ['Box', 'inside.txt', 'later.txt', 'renamed.txt'])
      const remove = await uploader.post(`${base}/remove`, { items: [{ id: sent.id, type: 'file' }] })
      t.equal(remove.status, 200)
      t.equal((await uploader.post(`${base}/submit`, {})).status, 200)
    }
  },
)
