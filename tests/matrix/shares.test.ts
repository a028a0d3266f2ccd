import { randomUUID } from 'node:crypto'
import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeShare } from '../support/shares.ts'
import { canary } from './fixture.ts'
import { linkCalls } from './link-calls.ts'

const app = await testApp(t)
const { db } = app.coffer.platform
const { linked, unlocked } = linkCalls(app)

t.test('items moved out of the link, or beside it: hidden at once on every route (A06, A07, A09)', async (t) => {
  const owner = await signUp(app)
  const has = await linked(owner)
  const visitor = await unlocked(has.token)
  await owner.client.post('/api/move', { to_id: null, items: [{ id: has.file, type: 'file' }] })
  for (const id of [has.file, has.outside]) {
    const tries: [string, string, unknown?][] = [
      ['GET', `/file/${id}?share=${has.token}`],
      ['GET', `/thumbnail/xs/${id}?share=${has.token}`],
      ['GET', `/api/sharing/zip/${has.token}?items=${id}|file`],
      ['PATCH', `/api/sharing/rename/${id}/${has.token}`, { name: 'mine now' }],
      ['POST', `/api/sharing/move/${has.token}`, { items: [{ id, type: 'file' }], to_id: has.folder }],
      ['POST', `/api/sharing/remove/${has.token}`, { items: [{ id, type: 'file' }] }],
    ]
    for (const [method, path, body] of tries) {
      const answer = await visitor.call(method, path, body)
      t.equal(answer.status, 404, `${method} ${path}`)
      t.notOk(JSON.stringify(answer.body).includes(canary))
    }
  }
  const out = await visitor.post(`/api/sharing/move/${has.token}`, {
    to_id: has.above,
    items: [{ id: has.folder, type: 'folder' }],
  })
  t.ok([403, 404].includes(out.status), 'the shared folder itself stays where it is')
  for (const [path, body] of [
    [`/api/sharing/rename/${has.folder}/${has.token}`, { _method: 'patch', name: 'renamed' }],
    [`/api/sharing/remove/${has.token}`, { items: [{ id: has.folder, type: 'folder' }] }],
  ] as const)
    t.equal((await visitor.post(path, body)).status, 403, path)
  const up = await visitor.post(`/api/sharing/create-folder/${has.token}`, { name: 'x', parent_id: has.above })
  t.equal(up.status, 404)
  const search = await visitor.get(`/api/sharing/search/${has.token}?query=${canary}`)
  t.notOk(JSON.stringify(search.body).includes('outside'))
  t.notOk(JSON.stringify(search.body).includes('above'), 'no folder above the shared one is shown')
})

t.test('visitors cannot write, whatever the body says (A16); editors cannot bypass the trash (A07)', async (t) => {
  const owner = await signUp(app)
  const has = await linked(owner)
  const read = await makeShare(owner, { id: has.folder, type: 'folder' }, { permission: 'visitor' })
  const visitor = anonymous(app)
  const editing = { permission: 'editor' }
  const rejected: [string, string, unknown][] = [
    ['POST', `/api/sharing/create-folder/${read.token}`, { name: 'x', ...editing }],
    ['PATCH', `/api/sharing/rename/${has.file}/${read.token}`, { name: 'x', ...editing }],
    ['POST', `/api/sharing/move/${read.token}`, { items: [{ id: has.file, type: 'file' }], ...editing }],
    ['POST', `/api/sharing/remove/${read.token}`, { items: [{ id: has.file, type: 'file' }], ...editing }],
    ['POST', `/api/sharing/upload/conflicts/${read.token}`, { paths: ['x'], ...editing }],
  ]
  for (const [method, path, body] of rejected) {
    const { status } = await visitor.call(method, path, body)
    t.ok([403, 422].includes(status), `${method} ${path}: ${status}`)
  }
  await visitor.get('/api/csrf')
  const query = new URLSearchParams({ name: 'x.txt', upload_id: randomUUID(), offset: '0', is_last_chunk: 'true' })
  const upload = await visitor.fetch(`/api/sharing/upload/chunks/${read.token}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'abc',
  })
  t.equal(upload.status, 403)

  const editor = await unlocked(has.token)
  const forced = await editor.post(`/api/sharing/remove/${has.token}`, {
    items: [{ id: has.file, type: 'file', force_delete: true }],
    force_delete: true,
  })
  t.equal(forced.status, 200)
  const [row] = await db.query<{ there: boolean }>('select trashed_at is not null as there from items where id = $1', [
    has.file,
  ])
  t.equal(row?.there, true, 'it is in the owner’s trash')
})
