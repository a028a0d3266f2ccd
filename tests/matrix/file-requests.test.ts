import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { Item, Listing, RemoteBatch } from '../../modules/storage/contract.ts'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFileRequest, sendChunk, sendFile } from '../support/file-requests.ts'
import { makeFolder, putFile } from '../support/shares.ts'
import { type Attempt, type FileRequestIds, fileRequestCases } from './file-request-cases.ts'
import { canary } from './fixture.ts'
import { declaredRoutes } from './routes.ts'

/**
 * Two uploaders call every route of file requests (A18): neither sees or changes the other's files, nor other items of the
 * owner. The routes are read from the app: a new route without a case fails.
 */
const app = await testApp(t)
const { db } = app.coffer.platform

const routes = declaredRoutes(app).filter((route) => app.coffer.app.served.get(route)?.access === 'fileRequest')

t.test('every route of file requests has a case, and every case a route', async (t) => {
  t.ok(routes.length >= 15, `${routes.length} routes`)
  for (const route of routes) t.ok(fileRequestCases[route], route)
  for (const route of Object.keys(fileRequestCases)) t.ok(routes.includes(route), route)
})

const caseOf = (route: string) => {
  const found = fileRequestCases[route]
  if (!found) throw new Error(`${route} has no case in tests/matrix/file-request-cases.ts`)
  return found
}

const send = async (client: Client, { method, path, body, raw }: Attempt) => {
  if (method !== 'GET') await client.get('/api/csrf')
  const answer = await client.fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(raw || body !== undefined ? { 'content-type': raw ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(raw || body !== undefined ? { body: raw ?? JSON.stringify(body) } : {}),
  })
  return { status: answer.status, whole: `${[...answer.headers].flat().join('\n')}\n${await answer.text()}` }
}

const filled = async (
  owner: Actor,
  options: Record<string, unknown>,
): Promise<{ has: FileRequestIds; first: Client }> => {
  const { token, id } = await makeFileRequest(owner, { allow_uploader_close: false, ...options })
  const first = anonymous(app)
  const file = await sendFile(first, token, `${canary}.txt`, canary)
  const made = await first.post<{ data: { id: string } }>(`/api/file-request/${token}/create-folder`, {
    name: `${canary} folder`,
  })
  const uploadId = randomUUID()
  await sendChunk(first, token, `${canary}.bin`, 'abc', {
    upload_id: uploadId,
    is_last_chunk: 'false',
    total_size: '9',
  })
  const { body: remote } = await first.post<{ data: RemoteBatch }>(`/api/file-request/${token}/upload/remote`, {
    urls: [`http://127.0.0.1/${canary}`],
  })
  const [row] = await db.query<{ folder_id: string }>('select folder_id from file_requests where id = $1', [id])
  const beside = await putFile(owner, `${canary} beside.txt`, canary, row?.folder_id)
  const home = await makeFolder(owner, `${canary} home`)
  const elsewhere = await putFile(owner, `${canary} elsewhere.txt`, canary, home)
  const has = {
    token,
    file: file.id,
    folder: made.body.data.id,
    uploadId,
    batch: remote.data.id,
    urlId: remote.data.attributes.urls[0]?.id ?? '',
    beside: beside.id,
    elsewhere: elsewhere.id,
  }
  return { has, first }
}

const namesOf = async (client: Client, token: string): Promise<string[]> => {
  const answer = await client.get<{ data: { data: { attributes: { name: string } } }[] }>(
    `/api/file-request/${token}/browse/all`,
  )
  return answer.body.data.map(({ data }) => data.attributes.name).sort()
}

for (const perUploader of [false, true])
  t.test(
    `A18, A26: two uploaders, ${perUploader ? 'a folder each' : 'one folder'}: each changes only their own files`,
    async (t) => {
      await db.query('delete from rate_limits')
      const owner = await signUp(app)
      const { has, first } = await filled(owner, { folder_per_uploader: perUploader })
      const second = anonymous(app)
      await sendFile(second, has.token, 'second.txt', 'mine')
      for (const route of routes) {
        const { attempts, statuses } = caseOf(route)
        for (const each of attempts(has)) {
          const { status, whole } = await send(second, each)
          t.ok(statuses.includes(status), `${route}: ${status}`)
          t.notOk(whole.includes(canary), `${route} shows nothing`)
        }
      }
      for (const id of [has.file, has.beside, has.elsewhere])
        for (const path of [`/file/${id}`, `/file/${id}/x.txt`, `/thumbnail/xs/${id}`])
          t.equal((await second.get(`${path}?request=${has.token}`)).status, 404, path)
      t.same(await namesOf(second, has.token), ['second.txt'])
      t.same(await namesOf(anonymous(app), has.token), [], 'an uploader who has sent nothing sees nothing')

      // The same name and path: two files, and no hint of the other one.
      const twin = await sendFile(second, has.token, `${canary}.txt`, 'twin', { on_conflict: 'replace' })
      t.equal(twin.attributes.name, `${canary}.txt`, 'no hint that the name is there')
      const pathed = await sendFile(second, has.token, 'in.txt', 'in', { path: `/${canary} folder/in.txt` })
      t.not(pathed.attributes.parent_id, has.folder, 'a folder of the same name is another')
      t.equal(await (await first.fetch(`/file/${has.file}?request=${has.token}`)).text(), canary, 'untouched')
      t.same(await namesOf(first, has.token), [`${canary} folder`, `${canary}.txt`].sort())

      // Positive control: the first uploader may do all of this with their own files.
      const at = `/api/file-request/${has.token}`
      const items = [{ id: has.file, type: 'file', force_delete: true }]
      t.equal((await first.patch(`${at}/rename/${has.file}`, { name: 'new.txt' })).status, 200)
      t.equal((await first.post(`${at}/move`, { to_id: has.folder, items })).status, 200)
      t.equal((await first.get<{ data: unknown[] }>(`${at}/browse/${has.folder}`)).body.data.length, 1)
      t.equal((await first.get(`${at}/upload/chunks/${has.uploadId}`)).status, 200)
      t.equal((await first.delete(`${at}/upload/chunks/${has.uploadId}`)).status, 204)
      const mine = await first.get<{ data: { data: RemoteBatch }[] }>(`${at}/upload/remote`)
      t.equal(mine.body.data[0]?.data.id, has.batch)
      t.equal((await first.delete(`${at}/upload/remote/${has.batch}`)).status, 204)
      t.equal((await first.post(`${at}/remove`, { items })).status, 200)
      t.equal((await first.get(`/file/${has.file}?request=${has.token}`)).status, 404)
      const [row] = await db.query<{ trashed: boolean }>(
        'select trashed_at is not null as trashed from items where id = $1',
        [has.file],
      )
      t.equal(row?.trashed, true, 'in the owner’s trash, not gone (D21)')
    },
  )

t.test('file request with shared files: uploaders see all files and change only their own', async (t) => {
  const owner = await signUp(app)
  const { has, first } = await filled(owner, { visibility: 'all' })
  const second = anonymous(app)
  t.ok((await namesOf(second, has.token)).includes(`${canary}.txt`))
  const accessOf = async (client: Client) => {
    const { body } = await client.get<{ data: { data: Item }[] }>(`/api/file-request/${has.token}/browse/all`)
    return body.data.find(({ data }) => data.id === has.file)?.data.attributes.access
  }
  t.same([await accessOf(first), await accessOf(second)], [undefined, 'visitor'], 'distinguished from others’')
  const rootAccess = async (client: Client, id: string) => {
    const { body } = await client.get<Listing>(`/api/file-request/${has.token}/browse/${id}`)
    return body.meta.root?.data.attributes.access
  }
  t.same([await rootAccess(first, 'all'), await rootAccess(second, 'all')], [undefined, undefined])
  t.same([await rootAccess(first, has.folder), await rootAccess(second, has.folder)], [undefined, 'visitor'])
  t.equal(await (await second.fetch(`/file/${has.file}?request=${has.token}`)).text(), canary)
  t.equal((await second.get(`/file/${has.elsewhere}?request=${has.token}`)).status, 404)
  const at = `/api/file-request/${has.token}`
  t.equal((await second.patch(`${at}/rename/${has.file}`, { name: 'x' })).status, 403)
  t.equal((await second.post(`${at}/remove`, { items: [{ id: has.file, type: 'file' }] })).status, 403)
  t.equal((await second.patch(`${at}/rename/${has.beside}`, { name: 'x' })).status, 404)
})

t.test('file request with hidden files: uploaders see no file', async (t) => {
  const owner = await signUp(app)
  const { has, first } = await filled(owner, { visibility: 'none' })
  t.same(await namesOf(first, has.token), [])
  t.equal((await first.get(`/file/${has.file}?request=${has.token}`)).status, 404)
})

for (const status of ['filled', 'expired'] as const)
  t.test(`A18: ${status}: every call except reading the request is 410`, async (t) => {
    await db.query('delete from rate_limits')
    const owner = await signUp(app)
    const { has, first } = await filled(owner, {})
    if (status === 'filled') await owner.client.delete(`/api/file-request/${has.token}`)
    else await db.query(`update file_requests set expires_at = now() - interval '1 second'`)
    for (const route of routes) {
      const wanted = route === 'GET /api/file-request/:token' ? 200 : 410
      for (const each of caseOf(route).attempts(has).slice(0, 1))
        t.equal((await send(first, each)).status, wanted, route)
    }
    t.equal((await first.get(`/file/${has.file}?request=${has.token}`)).status, 410)
    const seen = await first.get<{ data: { attributes: { status: string } } }>(`/api/file-request/${has.token}`)
    t.equal(seen.body.data.attributes.status, status)
  })

t.test('A18, D42: owner restricted: every call is 401, whether the request is open or closed', async (t) => {
  await db.query('delete from rate_limits')
  const owner = await signUp(app)
  const { has, first } = await filled(owner, {})
  await db.query("update users set status = 'suspended' where id = $1", [owner.id])
  app.coffer.users.invalidate(owner.id)
  for (const state of ['open', 'closed']) {
    if (state === 'closed') await db.query("update file_requests set status = 'closed' where owner_id = $1", [owner.id])
    for (const route of routes)
      for (const each of caseOf(route).attempts(has).slice(0, 1))
        t.equal((await send(first, each)).status, 401, `${state}: ${route}`)
    t.equal((await first.get(`/file/${has.file}?request=${has.token}`)).status, 401, `${state}: file`)
  }
})
