import t, { type Test } from 'tap'
import { memoryJournal } from '../../modules/storage/uploads/client/journal.ts'
import type { UploadRoutes } from '../../modules/storage/uploads/client/upload.api.ts'
import type { UploadsOptions } from '../../modules/storage/uploads/client/uploads.ts'
import { anonymous, createAccount } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { makeFileRequest, sendChunk } from '../support/file-requests.ts'
import { poll } from '../support/poll.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { listAll, testQueue } from '../support/upload-queue.ts'

/** Larger than a bundled file, so that it is sent as a chunk of its own. */
const photo = (content = 'x') => new File([content.repeat(100_000)], 'photo.jpg')
const selection = (file: File) => ({ files: [{ path: file.name, file }], emptyFolders: [], unreadable: [] })

const app = await testApp(t)

/** A queue whose first chunk is stored by the server, but whose response never arrives: stopping the file ends the wait. */
const queueWithoutResponse = (t: Test, headers: Record<string, string>, options: Partial<UploadsOptions> = {}) => {
  const send = fetchTransport(app.url, () => headers)
  let stored = false
  const queue = testQueue(t, app.url, '', {
    transport: async ({ signal, ...request }) => {
      const response = await send(request)
      if (stored || request.method !== 'POST' || response.status !== 201) return response
      stored = true
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    },
    ...options,
  })
  return { ...queue, storedOnce: () => poll(() => stored) }
}

const headersOf = (client: Client) => ({
  Cookie: client.cookieHeader(),
  'X-XSRF-TOKEN': client.cookies.get('XSRF-TOKEN') ?? '',
})

t.test('a file that is cancelled while its last response is on the way is removed again', async (t) => {
  const { client, token } = await createAccount(app)
  const { body } = await client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Photos' })
  const target = { id: body.data.id, name: 'Photos' }
  const queue = queueWithoutResponse(t, { Authorization: `Bearer ${token}` })
  await queue.uploads.add(selection(photo()), target)
  await queue.storedOnce()
  t.equal((await listAll(client, target.id)).length, 1)
  queue.uploads.cancelAll()
  await poll(async () => (await listAll(client, target.id)).length === 0)
  // It is trashed, then purged.
  const trashed = async () => (await client.get<{ data: unknown[] }>('/api/browse/trash/all')).body.data
  await poll(async () => (await trashed()).length === 0)
})

t.test('one that was paused then is done; one that has replaced a file stays', async (t) => {
  const { client, token } = await createAccount(app)
  const home = { id: null, name: 'Files' }
  const headers = { Authorization: `Bearer ${token}` }
  const paused = queueWithoutResponse(t, headers)
  await paused.uploads.add(selection(photo()), home)
  await paused.storedOnce()
  paused.uploads.pauseAll()
  await poll(() => paused.uploads.state.counters.done === 1)
  paused.uploads.cancelAll()
  const replacing = queueWithoutResponse(t, headers, {
    askConflicts: async (found) => new Map(found.map(({ upload }) => [upload, 'replace' as const])),
  })
  await replacing.uploads.add(selection(photo('yy')), home)
  await replacing.storedOnce()
  const { id } = replacing.uploads.groups()[0]!.uploads[0]!
  replacing.uploads.cancelAll()
  const { status } = await client.delete(`/api/upload/chunks/${id}`, undefined, { query: { with_file: 'true' } })
  t.equal(status, 404)
  const items = await listAll(client, null)
  t.strictSame(
    items.map(({ attributes: { name, size } }) => [name, size]),
    [['photo.jpg', 200_000]],
  )
})

for (const [moment, method] of [
  ['before it is sent', 'GET'],
  ['while it is sent', 'POST'],
] as const)
  t.test(`one that an earlier page has stored stays when its repetition is cancelled ${moment}`, async (t) => {
    const { client, token } = await createAccount(app)
    const home = { id: null, name: 'Files' }
    const headers = { Authorization: `Bearer ${token}` }
    const journal = memoryJournal()
    const first = queueWithoutResponse(t, headers, { journal })
    const file = photo()
    await first.uploads.add(selection(file), home)
    await first.storedOnce()
    await poll(async () => (await journal.all()).length === 1)
    const removed: string[] = []
    let isHeld = false
    const held = (request: { method: string; url: string }) => {
      const found = request.method === method && request.url.includes('chunks')
      isHeld ||= found
      return found
    }
    const send = fetchTransport(app.url, () => headers)
    const second = testQueue(t, app.url, '', {
      journal,
      tabs: { own: 'reloaded', living: async () => new Set(['reloaded']), close: () => {} },
      transport: (request) => {
        if (request.method === 'DELETE') removed.push(request.url)
        return held(request) ? new Promise(() => undefined) : send(request)
      },
    })
    await second.uploads.recover()
    await second.uploads.add(selection(file), null)
    await poll(() => isHeld)
    second.uploads.cancelAll()
    await poll(() => removed.length === 1)
    t.notMatch(removed[0], /with_file/)
    t.equal((await listAll(client, null)).length, 1)
  })

t.test('a file that was changed since, or whose sender does not ask for it, stays', async (t) => {
  const { client } = await createAccount(app)
  const upload_id = crypto.randomUUID()
  const sent = await sendChunk(client, '', 'a.txt', 'one', { upload_id }, '/api/upload/chunks')
  t.equal((await client.delete(`/api/upload/chunks/${upload_id}`)).status, 404)
  const replaced = await sendChunk(client, '', 'a.txt', 'two', { on_conflict: 'replace' }, '/api/upload/chunks')
  t.equal(replaced.body.data.id, sent.body.data.id)
  t.equal((await client.delete(`/api/upload/chunks/${upload_id}?with_file=true`)).status, 404)
  t.equal((await listAll(client, null)).length, 1)
})

t.test('of visitors it goes to the owner’s trash', async (t) => {
  const owner = await createAccount(app)
  const visitorQueue = (t: Test, visitor: Client, routes: UploadRoutes) =>
    queueWithoutResponse(t, headersOf(visitor), { checkPermission: false, routes })
  const namesInTrash = async () => {
    const { body } = await owner.client.get<{ data: { data: { attributes: { name: string } } }[] }>(
      '/api/browse/trash/all',
    )
    return body.data.map(({ data }) => data.attributes.name)
  }

  t.test('editors of a link', async (t) => {
    const folder = await makeFolder(owner, 'Shared')
    const share = await makeShare(owner, { id: folder, type: 'folder' }, { permission: 'editor' })
    const visitor = anonymous(app)
    await visitor.get('/api/csrf')
    const at = '/api/sharing/upload'
    // The cookie that identifies the visitor.
    await visitor.post(`${at}/conflicts/${share.token}`, { paths: ['photo.jpg'] })
    const queue = visitorQueue(t, visitor, {
      chunks: `${at}/chunks/${share.token}`,
      state: `${at}/chunks/:upload_id/${share.token}`,
      discard: `${at}/chunks/:upload_id/${share.token}`,
      conflicts: `${at}/conflicts/${share.token}`,
      createFolder: `/api/sharing/create-folder/${share.token}`,
    })
    await queue.uploads.add(selection(photo()), { id: folder, name: 'Shared' })
    await queue.storedOnce()
    queue.uploads.cancelAll()
    await poll(async () => (await listAll(owner.client, folder)).length === 0)
    t.strictSame(await namesInTrash(), ['photo.jpg'])
    await owner.client.delete('/api/trash/dump')
  })

  t.test('uploaders, also where they see nothing of what they sent', async (t) => {
    const { token } = await makeFileRequest(owner, { visibility: 'none' })
    const at = `/api/file-request/${token}`
    const uploader = anonymous(app)
    await uploader.post(`${at}/uploader`, {})
    const queue = visitorQueue(t, uploader, {
      chunks: `${at}/upload/chunks`,
      state: `${at}/upload/chunks/:upload_id`,
      discard: `${at}/upload/chunks/:upload_id`,
      conflicts: `${at}/upload/conflicts`,
      createFolder: `${at}/create-folder`,
    })
    await queue.uploads.add(selection(photo()), { id: null, name: '' })
    await queue.storedOnce()
    queue.uploads.cancelAll()
    await poll(async () => (await namesInTrash()).includes('photo.jpg'))
  })
})
