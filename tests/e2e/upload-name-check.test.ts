import t from 'tap'
import type { Item } from '../../modules/storage/contract.ts'
import { memoryJournal } from '../../modules/storage/uploads/client/journal.ts'
import { noResponse } from '../../modules/storage/uploads/client/transport.ts'
import type { UploadTarget } from '../../modules/storage/uploads/client/types.ts'
import type { UploadsOptions } from '../../modules/storage/uploads/client/uploads.ts'
import { createAccount } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { poll } from '../support/poll.ts'
import { putFile } from '../support/shares.ts'
import { listAll, testQueue } from '../support/upload-queue.ts'

const selection = (paths: string[]) => ({
  files: paths.map((path) => ({ path, file: new File(['new'], path, { lastModified: 1_700_000_000_000 }) })),
  emptyFolders: [],
  unreadable: [],
})
const answer = (status: number, code: string) => ({ status, body: { code }, retryAfter: null })

t.test('uploads: existing names are asked about before anything is sent', async (t) => {
  const app = await testApp(t)
  const person = await createAccount(app)
  const { client, token } = person
  const send = fetchTransport(app.url, () => ({ Authorization: `Bearer ${token}` }))
  /** A folder with `a.txt`. */
  const place = async (name: string): Promise<UploadTarget> => {
    const { body } = await client.post<{ data: Item }>('/api/create-folder', { name })
    await putFile(person, 'a.txt', 'old', body.data.id)
    return { id: body.data.id, name }
  }
  const namesIn = async ({ id }: UploadTarget) =>
    (await listAll(client, id)).map(({ attributes: { name } }) => name).sort()
  /** A queue whose person replaces existing files. */
  const askingQueue = (options: Partial<UploadsOptions>) => {
    const asked: string[][] = []
    const queue = testQueue(t, app.url, token, {
      askConflicts: async (conflicts) => {
        asked.push(conflicts.map(({ upload }) => upload.name))
        return new Map(conflicts.map(({ upload }) => [upload, 'replace']))
      },
      ...options,
    })
    return { ...queue, asked }
  }

  for (const [status, code] of [
    [401, 'unauthenticated'],
    [403, 'share-locked'],
    [500, 'internal'],
  ] as const)
    t.test(`${status} ${code} instead of the names: the files fail, a retry asks`, async (t) => {
      const target = await place(code)
      let rejects = true
      let ended = 0
      const { uploads, asked, idle } = askingQueue({
        transport: async (request) =>
          rejects && request.url.includes('upload') ? answer(status, code) : send(request),
        signedOut: () => {
          ended += 1
        },
      })
      await uploads.add(selection(['a.txt', 'b.txt']), target)
      await idle()
      t.match(uploads.state.counters, { files: 2, failed: 2 })
      await poll(() => ended === (status === 401 ? 1 : 0))
      rejects = false
      uploads.retryFailed()
      await poll(() => uploads.state.counters.done === 2)
      t.strictSame(asked, [['a.txt']])
      t.strictSame(await namesIn(target), ['a.txt', 'b.txt'])
    })

  t.test('a question that cannot be shown: the files fail, are kept for a later page, and a retry asks', async (t) => {
    const target = await place('unasked')
    const journal = memoryJournal()
    let asked = 0
    const { uploads, idle } = askingQueue({
      journal,
      askConflicts: async (conflicts) => {
        asked += 1
        if (asked === 1) throw new Error('not loaded')
        return new Map(conflicts.map(({ upload }) => [upload, 'replace']))
      },
    })
    await uploads.add(selection(['a.txt', 'b.txt']), target)
    await idle()
    t.match(uploads.state.counters, { files: 2, failed: 1, done: 1 })
    await uploads.flush()
    t.match(await journal.all(), [{ path: 'a.txt' }])
    uploads.retryFailed()
    await poll(() => uploads.state.counters.done === 2)
    t.equal(asked, 2)
  })

  t.test('chosen again after the tab was closed, they are checked as well', async (t) => {
    const target = await place('closed')
    const journal = memoryJournal()
    const first = askingQueue({ journal, transport: async () => answer(401, 'unauthenticated') })
    await first.uploads.add(selection(['a.txt']), target)
    await first.uploads.flush()
    const { uploads, asked, idle } = askingQueue({
      journal,
      tabs: { own: 'next', living: async () => new Set(['next']), close: () => {} },
    })
    await uploads.recover()
    t.equal(uploads.state.interrupted.length, 1)
    await uploads.add(selection(['a.txt']), null)
    await idle()
    t.strictSame(asked, [['a.txt']])
    t.strictSame(await namesIn(target), ['a.txt'])
  })

  t.test('skipped after a failed check, they are not left as interrupted', async (t) => {
    const target = await place('skipped')
    const journal = memoryJournal()
    let rejects = true
    const { uploads } = askingQueue({
      journal,
      transport: async (request) => (rejects ? answer(401, 'unauthenticated') : send(request)),
      askConflicts: async () => null,
    })
    await uploads.add(selection(['a.txt']), target)
    await uploads.flush()
    t.equal((await journal.all()).length, 1)
    rejects = false
    uploads.retryFailed()
    await poll(() => uploads.state.counters.skipped === 1)
    await uploads.flush()
    t.strictSame(await journal.all(), [])
  })

  /** A queue whose server tells the names after `release`. */
  const heldQueue = () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const queue = askingQueue({
      transport: async (request) => {
        const response = await send(request)
        if (request.url.includes('conflicts')) await promise
        return response
      },
    })
    return { ...queue, release }
  }

  t.test('cancelled while the names are checked, the person is not asked', async (t) => {
    const target = await place('cancelled')
    const { uploads, asked, release } = heldQueue()
    const added = uploads.add(selection(['a.txt', 'b.txt']), target)
    await poll(() => uploads.state.counters.files === 2)
    uploads.cancelAll()
    release()
    await added
    t.strictSame(asked, [])
    t.strictSame(await namesIn(target), ['a.txt'])
  })

  t.test('cancelled without a connection, nothing more is asked of the server', async (t) => {
    const target = await place('offline')
    let calls = 0
    const { uploads } = askingQueue({
      transport: async (request) => {
        if (!request.url.includes('conflicts')) return send(request)
        calls += 1
        return noResponse
      },
    })
    const added = uploads.add(selection(['a.txt']), target)
    await poll(() => calls > 1)
    uploads.cancelAll()
    await added
    t.equal(uploads.state.phase, 'idle')
  })

  t.test('paused while the names are checked, they wait, and are checked once resumed', async (t) => {
    const target = await place('paused')
    const { uploads, asked, release, idle } = heldQueue()
    const added = uploads.add(selection(['a.txt', 'b.txt']), target)
    await poll(() => uploads.state.counters.files === 2)
    uploads.pause(uploads.groups()[0]!.uploads)
    release()
    await added
    await idle()
    t.match(uploads.state.counters, { paused: 2, done: 0 })
    t.strictSame(asked, [])
    uploads.resumeAll()
    await poll(() => uploads.state.counters.done === 2)
    t.strictSame(asked, [['a.txt']])
    t.strictSame(await namesIn(target), ['a.txt', 'b.txt'])
  })
})
