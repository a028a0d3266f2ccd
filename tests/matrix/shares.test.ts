import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { canary } from './fixture.ts'
import { declaredRoutes } from './routes.ts'
import { type Linked, subResources } from './sub-resources.ts'

t.setTimeout(900_000)

/**
 * The share guard over every sub-resource of a link (A06–A19): in each state nobody gets anything, and no answer shows
 * the canary that is in every name and body. The list comes from the routes: a new one without a row fails.
 */
const app = await testApp(t)
const { db } = app.coffer.platform
const linkAccess = new Set(['share', 'link'])

interface State {
  name: string
  /** Brings the link into this state; answers with the visitor that tries it. */
  enter(owner: Actor, has: Linked): Promise<Client>
  statuses: number[]
  /** Calls that exist to open a locked link answer it, and tell no more than that it is locked. */
  opens?: boolean
}

const password = 'matrix words'
const unlocked = async (token: string, with_ = password): Promise<Client> => {
  const visitor = anonymous(app)
  const answer = await visitor.post(`/api/sharing/authenticate/${token}`, { password: with_ })
  if (answer.status !== 200) throw new Error(`unlock: ${answer.status}`)
  return visitor
}
const gone = [404]

const states: State[] = [
  { name: 'no password given', statuses: [403], opens: true, enter: async () => anonymous(app) },
  {
    name: 'a wrong password given',
    statuses: [403],
    opens: true,
    enter: async (_owner, has) => {
      const visitor = anonymous(app)
      await visitor.post(`/api/sharing/authenticate/${has.token}`, { password: 'not it at all' })
      return visitor
    },
  },
  {
    name: 'another link of the same item unlocked',
    statuses: [403],
    opens: true,
    enter: async (owner, has) => {
      const other = await makeShare(owner, { id: has.folder, type: 'folder' }, { password })
      return unlocked(other.token)
    },
  },
  {
    name: 'password changed since it was unlocked',
    statuses: [403],
    opens: true,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.patch(`/api/share/${has.token}`, { password: 'other matrix words' })
      return visitor
    },
  },
  {
    name: 'expired',
    statuses: gone,
    enter: async (_owner, has) => {
      const visitor = await unlocked(has.token)
      await db.query('update shares set expires_at = now() where id = $1', [has.share])
      return visitor
    },
  },
  {
    name: 'revoked',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [has.token] })
      return visitor
    },
  },
  {
    name: 'item trashed',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/remove', { items: [{ id: has.folder, type: 'folder' }] })
      return visitor
    },
  },
  {
    name: 'the folder above trashed',
    statuses: gone,
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await owner.client.post('/api/remove', { items: [{ id: has.above, type: 'folder' }] })
      return visitor
    },
  },
  {
    name: 'owner restricted',
    statuses: [401],
    enter: async (owner, has) => {
      const visitor = await unlocked(has.token)
      await db.query(`update users set status = 'suspended' where id = $1`, [owner.id])
      return visitor
    },
  },
]

const linked = async (owner: Actor): Promise<Linked> => {
  const above = await makeFolder(owner, `${canary} above`)
  const folder = await makeFolder(owner, `${canary} shared`, above)
  const file = await putFile(owner, `${canary}.txt`, canary, folder)
  const outside = await putFile(owner, `${canary} outside.txt`, canary, above)
  const share = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor', password })
  return { above, folder, file: file.id, outside: outside.id, token: share.token, share: share.id }
}

const send = async (client: Client, route: string, has: Linked) => {
  const [method = 'GET'] = route.split(' ')
  const { path, body, raw } = (subResources[route] as NonNullable<(typeof subResources)[string]>).request(has)
  if (method !== 'GET') await client.get('/api/csrf')
  const answer = await client.fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(raw || body !== undefined ? { 'content-type': raw?.type ?? 'application/json' } : {}),
    },
    ...(raw || body !== undefined ? { body: raw?.body ?? JSON.stringify(body) } : {}),
  })
  return { status: answer.status, whole: `${[...answer.headers].flat().join('\n')}\n${await answer.text()}` }
}

const routes = declaredRoutes(app).filter((route) => linkAccess.has(app.coffer.app.served.get(route)?.access ?? ''))

t.test('every route of links has a row, and every row a route', async (t) => {
  t.ok(routes.length >= 18, `${routes.length} routes`)
  for (const route of routes) t.ok(subResources[route], route)
  for (const route of Object.keys(subResources)) t.ok(routes.includes(route), route)
})

for (const state of states)
  t.test(`A06–A19: ${state.name}`, async (t) => {
    await db.query('delete from rate_limits')
    const owner = await signUp(app)
    const has = await linked(owner)
    const visitor = await state.enter(owner, has)
    for (const route of routes) {
      const row = subResources[route]
      if (!row || (state.opens && row.opens)) continue
      const { status, whole } = await send(visitor, route, has)
      t.ok(state.statuses.includes(status), `${route}: ${status}`)
      t.notOk(whole.includes(canary), `${route} shows nothing`)
    }
  })

t.test('the positive control: unlocked, every one of them answers', async (t) => {
  for (const route of routes) {
    await db.query('delete from rate_limits')
    const owner = await signUp(app)
    const has = await linked(owner)
    const { status } = await send(await unlocked(has.token), route, has)
    t.ok(subResources[route]?.open.includes(status), `${route}: ${status}`)
  }
})

t.test('moved out, or beside: hidden at once by every way (A06, A07, A09)', async (t) => {
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
  t.notOk(JSON.stringify(search.body).includes('above'), 'nothing above the shared folder is named')
})

t.test('visitors write nothing, whatever they say they may (A16); editors cannot pass the trash (A07)', async (t) => {
  const owner = await signUp(app)
  const has = await linked(owner)
  const read = await makeShare(owner, { id: has.folder, type: 'folder' }, { permission: 'visitor' })
  const visitor = anonymous(app)
  const editing = { permission: 'editor' }
  const refused: [string, string, unknown][] = [
    ['POST', `/api/sharing/create-folder/${read.token}`, { name: 'x', ...editing }],
    ['PATCH', `/api/sharing/rename/${has.file}/${read.token}`, { name: 'x', ...editing }],
    ['POST', `/api/sharing/move/${read.token}`, { items: [{ id: has.file, type: 'file' }], ...editing }],
    ['POST', `/api/sharing/remove/${read.token}`, { items: [{ id: has.file, type: 'file' }], ...editing }],
    ['POST', `/api/sharing/upload/conflicts/${read.token}`, { paths: ['x'], ...editing }],
  ]
  for (const [method, path, body] of refused) {
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
  t.equal(row?.there, true, 'it lies in the owner’s trash')
})
