import { mock } from 'node:test'
import t from 'tap'
import { memoryJournal } from './journal.ts'
import { type HttpRequest, noResponse } from './transport.ts'
import type { UploadTarget } from './types.ts'
import { createUploadApi } from './upload.api.ts'
import { createUploadLimits } from './upload-limits.ts'
import type { UploadNotice } from './upload-notices.ts'
import { createUploads } from './uploads.ts'

const setup = () => {
  const server = { status: 200, uploadLimit: 10, reads: 0, canUpload: true }
  const transport = async ({ url }: HttpRequest) => {
    if (url === '/api/user')
      return {
        status: 200,
        body: { data: { meta: { restrictions: { canUpload: server.canUpload } } } },
        retryAfter: null,
      }
    server.reads += 1
    const body = { chunkSize: 10, uploadLimit: server.uploadLimit, mimetypesBlacklist: '' }
    return { status: server.status, body, retryAfter: null }
  }
  return { server, limits: createUploadLimits(createUploadApi(transport)) }
}

t.test('limits: an open tab follows changed settings: at once after an event, else within a minute', async (t) => {
  let now = 1_000
  mock.method(performance, 'now', () => now)
  t.teardown(() => mock.restoreAll())
  const { server, limits } = setup()
  const read = async () => {
    await limits.load()
    return limits.current().uploadLimit
  }
  t.equal(await read(), 10)
  server.uploadLimit = 20
  t.equal(await read(), 10)
  t.equal(server.reads, 1, 'once for files that follow each other')
  now += 60_000
  t.equal(await read(), 20)
  server.uploadLimit = 30
  limits.outdate()
  t.equal(limits.current().uploadLimit, 20, 'the known ones until the answer comes')
  t.equal(await read(), 30)
})

t.test('limits: without an answer they are asked for again soon, and the known ones stay', async (t) => {
  let now = 1_000
  mock.method(performance, 'now', () => now)
  t.teardown(() => mock.restoreAll())
  const { server, limits } = setup()
  await limits.load()
  limits.outdate()
  server.status = 503
  await Promise.all([limits.load(), limits.load()])
  await limits.load()
  t.equal(server.reads, 2)
  t.equal(limits.current().uploadLimit, 10)
  server.status = 200
  server.uploadLimit = 20
  now += 5_000
  await limits.load()
  t.equal(limits.current().uploadLimit, 20)
})

t.test('limits: what settings allow is asked for again after a change', async (t) => {
  const { server, limits } = setup()
  t.equal((await limits.permission()).allowed, true)
  server.canUpload = false
  t.equal((await limits.permission()).allowed, true, 'known for a minute')
  limits.outdate()
  t.equal((await limits.permission()).allowed, false)
})

t.test('limits: the own restriction says nothing about folders of others and interrupted uploads', async (t) => {
  const run = async (target: UploadTarget | null) => {
    const { promise: first, resolve: seen } = Promise.withResolvers<string>()
    const journal = memoryJournal()
    const kept = { id: 'kept', name: 'a.txt', path: 'a.txt', size: 3, lastModified: 1, parentId: null, at: 0 }
    await journal.put([{ ...kept, tab: 'closed', parentName: 'Files', choice: null, isChecked: true }])
    const uploads = createUploads({
      journal,
      tabs: { own: 'own', living: async () => new Set(['own']), close: () => {} },
      notify: ({ kind }: UploadNotice) => seen(kind),
      transport: async ({ url }) => {
        if (url === '/api/user')
          return { status: 200, body: { data: { meta: { restrictions: { canUpload: false } } } }, retryAfter: null }
        if (url !== '/api/config') seen('sent')
        return url === '/api/config' ? noResponse : new Promise<never>(() => {})
      },
    })
    await uploads.recover()
    const files = [{ path: 'a.txt', file: new File(['abc'], 'a.txt', { lastModified: 1 }) }]
    void uploads.add({ files, emptyFolders: [], unreadable: [] }, target)
    const what = await first
    uploads.pauseAll()
    return what
  }
  t.equal(await run({ id: null, name: 'Files' }), 'restricted')
  t.equal(await run({ id: 'team', name: 'Team', isForeign: true }), 'sent')
  t.equal(await run(null), 'sent', 'an interrupted upload has its space')
})
