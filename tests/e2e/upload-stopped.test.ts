import t from 'tap'
import type { Item } from '../../modules/storage/contract.ts'
import type { UploadTarget } from '../../modules/storage/uploads/client/types.ts'
import { anonymous, createAccount } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { poll } from '../support/poll.ts'
import { listAll, testQueue } from '../support/upload-queue.ts'

const small = (path: string) => ({ path, file: new File([`bytes of ${path}`], path.split('/').at(-1) ?? '') })
const selection = (paths: string[], emptyFolders: string[] = []) => ({
  files: paths.map(small),
  emptyFolders,
  unreadable: [],
})

t.test('small files that are stopped while the server stores them', async (t) => {
  const app = await testApp(t)
  const { client, token } = await createAccount(app)
  const place = async (name: string): Promise<UploadTarget> => {
    const { body } = await client.post<{ data: Item }>('/api/create-folder', { name })
    return { id: body.data.id, name }
  }
  const namesIn = async ({ id }: UploadTarget) =>
    (await listAll(client, id)).map(({ attributes: { name } }) => name).sort()
  /** A queue whose bundles have been stored, and whose responses are held until `release`. */
  const heldQueue = () => {
    const send = fetchTransport(app.url, () => ({ Authorization: `Bearer ${token}` }))
    const held = Promise.withResolvers<void>()
    let stored = 0
    const queue = testQueue(t, app.url, token, {
      transport: async ({ signal: _, ...request }) => {
        if (!request.url.includes('bundle')) return send(request)
        request.onProgress?.((request.body as ArrayBuffer).byteLength)
        const response = await send(request)
        stored += 1
        await held.promise
        return response
      },
    })
    return { ...queue, storedOnce: () => poll(() => stored > 0), release: held.resolve }
  }

  t.test('paused and resumed, they are there once and shown as done', async (t) => {
    const target = await place('paused')
    const queue = heldQueue()
    await queue.uploads.add(selection(['a', 'b', 'c']), target)
    await queue.storedOnce()
    queue.uploads.pauseAll()
    queue.uploads.resumeAll()
    queue.release()
    await queue.idle()
    t.match(queue.uploads.state.counters, { done: 3, failed: 0 })
    t.strictSame(await namesIn(target), ['a', 'b', 'c'])
  })

  t.test('paused until later, they are done all the same', async (t) => {
    const target = await place('paused until later')
    const queue = heldQueue()
    await queue.uploads.add(selection(['a', 'b']), target)
    await queue.storedOnce()
    queue.uploads.pauseAll()
    queue.release()
    await poll(() => queue.uploads.state.counters.done === 2)
    queue.uploads.resumeAll()
    await queue.idle()
    t.match(queue.uploads.state.counters, { done: 2, failed: 0 })
    t.strictSame(await namesIn(target), ['a', 'b'])
  })

  t.test('cancelled, they are removed again', async (t) => {
    const target = await place('cancelled')
    const queue = heldQueue()
    await queue.uploads.add(selection(['kept', 'gone']), target)
    await queue.storedOnce()
    queue.uploads.cancel(queue.uploads.groups()[0]!.uploads.filter(({ name }) => name === 'gone'))
    queue.release()
    await poll(async () => (await namesIn(target)).length === 1)
    t.strictSame(await namesIn(target), ['kept'])
    await poll(() => queue.uploads.state.counters.done === 1)
    t.match(queue.uploads.state.counters, { done: 1, files: 1 })
  })
})

t.test('a cancelled folder leaves no empty folders; one of which a file was uploaded does', async (t) => {
  const app = await testApp(t)
  const { client, token } = await createAccount(app)
  const queue = testQueue(t, app.url, token)
  const home = { id: null, name: 'Files' }
  const names = async () => (await listAll(client, null)).map(({ attributes: { name } }) => name)
  queue.uploads.pauseAll()
  const big = new File([new Uint8Array(5_000_000)], 'big')
  const adding = queue.uploads.add(
    { files: [{ path: 'Trip/big', file: big }], emptyFolders: ['Trip/Empty'], unreadable: [] },
    home,
  )
  await adding
  queue.uploads.pauseAll()
  queue.uploads.cancelAll()
  await queue.idle()
  t.strictSame(await names(), [])
  await queue.uploads.add(selection(['Walk/a'], ['Walk/Empty']), home)
  await queue.idle()
  await poll(async () => (await names()).length === 1)
  t.strictSame(await names(), ['Walk'])
})

t.test('empty folders that could not be created are created by a retry', async (t) => {
  const app = await testApp(t)
  const { client, token } = await createAccount(app)
  const send = fetchTransport(app.url, () => ({ Authorization: `Bearer ${token}` }))
  let rejected = 0
  const queue = testQueue(t, app.url, token, {
    transport: async (call) => {
      if (!call.url.includes('create-folder') || rejected > 0) return send(call)
      rejected += 1
      return { status: 403, body: {}, retryAfter: null }
    },
  })
  await queue.uploads.add(selection(['Walk/a'], ['Walk/Empty']), { id: null, name: 'Files' })
  await poll(() => queue.notices.length > 0)
  const notice = queue.notices[0]
  t.match(notice, { kind: 'folders-failed', count: 1 })
  if (notice?.kind === 'folders-failed') notice.retry()
  const [walk] = await listAll(client, null)
  await poll(async () => (await listAll(client, walk?.id ?? null)).length === 2)
})

t.test('a new selection starts although an earlier upload paused the queue', async (t) => {
  const app = await testApp(t)
  const { id, client, token } = await createAccount(app)
  await app.coffer.platform.db.query('update users set max_storage_bytes = 20 where id = $1', [id])
  const queue = testQueue(t, app.url, token)
  const home = { id: null, name: 'Files' }
  await queue.uploads.add(selection(['first']), home)
  await queue.idle()
  await queue.uploads.add(selection(['second']), home)
  await queue.idle()
  t.match(queue.notices.at(-1), { kind: 'failed', name: 'second', stopped: true })
  queue.uploads.dismiss()
  const items = queue.items.map(({ id }) => ({ id, type: 'file' }))
  await client.post('/api/remove', { items, force_delete: true })
  await queue.uploads.add(selection(['third']), home)
  await poll(() => queue.uploads.state.counters.done === 1)
  t.strictSame(
    queue.items.map(({ attributes: { name } }) => name),
    ['first', 'third'],
  )
})

t.test('a file request that is closed meanwhile ends the queue once; reopened, all files can be retried', async (t) => {
  const app = await testApp(t)
  const owner = await createAccount(app)
  const request = await makeFileRequest(owner)
  const uploader = anonymous(app)
  await uploader.post(`/api/file-request/${request.token}/uploader`, {})
  const at = `/api/file-request/${request.token}`
  let chunks = 0
  const closed = Promise.withResolvers<void>()
  const send = fetchTransport(app.url, () => ({
    Cookie: uploader.cookieHeader(),
    'X-XSRF-TOKEN': uploader.cookies.get('XSRF-TOKEN') ?? '',
  }))
  const queue = testQueue(t, app.url, '', {
    checkPermission: false,
    routes: {
      chunks: `${at}/upload/chunks`,
      state: `${at}/upload/chunks/:upload_id`,
      discard: `${at}/upload/chunks/:upload_id`,
      conflicts: `${at}/upload/conflicts`,
      createFolder: `${at}/create-folder`,
    },
    transport: async (call) => {
      if (call.method === 'POST' && call.url.includes('/chunks')) {
        chunks += 1
        await closed.promise
      }
      return send(call)
    },
  })
  const paths = Array.from({ length: 20 }, (_, index) => `file ${index}`)
  const home = { id: null, name: '' }
  await queue.uploads.add(selection(paths), home)
  t.equal((await owner.client.delete(at)).status, 200)
  closed.resolve()
  await queue.idle()
  t.match(queue.uploads.state, { phase: 'finished', counters: { done: 0, failed: 20 } })
  t.strictSame(
    queue.notices.filter(({ kind }) => kind === 'failed').map((notice) => 'failure' in notice && notice.failure.code),
    ['request-closed'],
  )
  t.ok(chunks <= 6, `${chunks} files were tried`)
  await owner.client.post(`${at}/reopen`, {})
  queue.uploads.retryFailed()
  await queue.idle()
  t.match(queue.uploads.state.counters, { done: 20, failed: 0 })
})
