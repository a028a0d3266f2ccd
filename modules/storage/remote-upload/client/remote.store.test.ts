import t from 'tap'
import type { RemoteBatch, RemoteUrl } from '../contract.ts'
import { createRemoteStore, type FinishedCounts, isRetriable, isRunning, type RemoteApi } from './remote.store.ts'

const url = (id: string, status: RemoteUrl['status']): RemoteUrl => ({
  id,
  url: `https://a.example/${id}`,
  status,
  reason: status === 'failed' ? 'not-found' : null,
  name: null,
  size: null,
  received: 0,
  item_id: null,
})
const batch = (...urls: RemoteUrl[]): RemoteBatch => ({
  id: 'b',
  type: 'remote-upload',
  attributes: {
    parent_id: null,
    parent_name: null,
    created_at: '',
    finished_at: null,
    progress: { total: urls.length, processed: 0, failed: 0 },
    urls,
  },
})
const createTestStore = (list: RemoteBatch[] | (() => RemoteBatch[]) = []) => {
  const reports: FinishedCounts[] = []
  const api: RemoteApi = {
    create: async () => batch(url('1', 'waiting'), url('2', 'waiting')),
    list: async () => (typeof list === 'function' ? list() : list),
    cancel: async () => undefined,
    cancelUrl: async () => undefined,
    retry: async () => batch(url('1', 'waiting')),
  }
  return { reports, api, remote: createRemoteStore(api, (counts) => void reports.push(counts)) }
}
const ended = (one: RemoteUrl, processed: number, total: number, failed: number) => ({
  batch_id: 'b',
  progress: { processed, total, failed },
  file: null,
  url: one,
})

t.test('create returns the links that the server rejected', async (t) => {
  const { remote, api } = createTestStore()
  const rejected: RemoteUrl = { ...url('2', 'failed'), reason: 'port-not-allowed' }
  api.create = async () => batch(url('1', 'waiting'), rejected)
  t.strictSame(await remote.create([], null), [{ url: rejected.url, reason: 'port-not-allowed' }])
  t.strictSame([isRetriable(rejected), isRetriable(url('3', 'failed'))], [false, true])
})

t.test('links whose call lost its response are not fetched twice', async (t) => {
  const made: RemoteBatch = { ...batch(url('1', 'waiting')), id: 'made' }
  const other: RemoteBatch = { ...made, id: 'other' }
  let listed: RemoteBatch[] | null = [other]
  const { remote, api } = createTestStore(() => {
    if (listed) return listed
    throw Object.assign(new Error('no connection'), { status: 0 })
  })
  await remote.load()
  let sent = 0
  api.create = async () => {
    sent += 1
    listed = null
    throw Object.assign(new Error('no response'), { status: 502 })
  }
  const links = ['https://a.example/1']
  await t.rejects(remote.create(links, null), { message: 'no response' })
  listed = [made, other]
  t.strictSame(await remote.create(links, null), [])
  t.equal(sent, 1)
  t.strictSame(
    remote.state.batches.map(({ id }) => id),
    ['made', 'other'],
  )
  // Other links, or the same ones later, are a call of their own; the batch may appear only after the list was read.
  await t.rejects(remote.create(links, null), { message: 'no response' })
  await t.rejects(remote.create(['https://a.example/2'], null), { message: 'no response' })
  t.equal(sent, 3)
  listed = [made, other]
  await t.rejects(remote.create(['https://a.example/3'], null))
  const third: RemoteBatch = { ...batch(url('3', 'waiting')), id: 'third' }
  listed = [third, made, other]
  t.strictSame(await remote.create(['https://a.example/3'], null), [])
  t.equal(sent, 4)
})

t.test('a successful batch is reported once and hidden', async (t) => {
  const { remote, reports } = createTestStore()
  await remote.create([], null)
  remote.urlEnded(ended(url('1', 'done'), 1, 2, 0))
  t.strictSame([reports.length, remote.state.batches.length], [0, 1])
  remote.progressed({
    batch_id: 'b',
    urls: [
      { ...url('1', 'running'), received: 5 },
      { ...url('2', 'running'), received: 7 },
    ],
  })
  t.equal(
    remote.state.batches[0]?.attributes.urls[0]?.status,
    'done',
    'a late progress event does not change a finished URL',
  )
  t.equal(remote.state.batches[0]?.attributes.urls[1]?.received, 7)
  remote.urlEnded(ended(url('2', 'done'), 2, 2, 0))
  t.strictSame([reports, remote.state.batches.length], [[{ done: 2, failed: 0 }], 0])
})

t.test('a failed batch stays until it is retried or dismissed', async (t) => {
  const { remote, reports } = createTestStore()
  await remote.create([], null)
  remote.urlEnded(ended(url('1', 'done'), 1, 2, 0))
  remote.urlEnded(ended(url('2', 'failed'), 2, 2, 1))
  t.strictSame([reports, remote.state.batches.length], [[{ done: 1, failed: 1 }], 1])
  await remote.retry('b')
  t.equal(remote.state.batches[0]?.attributes.urls[0]?.status, 'waiting')
  await remote.cancelUrl('b', '1')
  t.equal(remote.state.batches.length, 0, 'the batch is removed with its last URL')
})

t.test('an event of an unknown batch loads the list', async (t) => {
  const { remote } = createTestStore([batch(url('1', 'running'))])
  remote.urlEnded(ended(url('1', 'running'), 0, 1, 0))
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(remote.state.batches.length, 1)
})

/** A batch with this many URLs, as `list` returns it. */
const listedBatch = (total: number, done: number, failed: number, id = 'b'): RemoteBatch => {
  const statusAt = (at: number) => (at < done ? 'done' : at < done + failed ? 'failed' : 'running')
  const one = batch(...Array.from({ length: total }, (_none, at) => url(String(at + 1), statusAt(at))))
  one.id = id
  one.attributes.progress = { total, processed: done + failed, failed }
  return one
}

t.test('polling notices stored files and reports the end once', async (t) => {
  const answers = [[listedBatch(2, 0, 0)], [listedBatch(2, 1, 0)], [listedBatch(2, 1, 1)], [listedBatch(2, 1, 1)]]
  const { remote, reports } = createTestStore(() => answers.shift() ?? [])
  await remote.create([], null)
  t.same([await remote.load(), await remote.load(), await remote.load()], [false, true, false])
  t.strictSame(reports, [{ done: 1, failed: 1 }])
  await remote.load()
  t.strictSame([reports.length, isRunning(remote.state.batches), remote.state.batches.length], [1, false, 1])
})

t.test('a batch that is missing in the list is not reported as finished', async (t) => {
  const answers = [[listedBatch(3, 2, 0)], [listedBatch(2, 2, 0)], [listedBatch(2, 0, 0, 'c')], []]
  const { remote, reports } = createTestStore(() => answers.shift() ?? [])
  await remote.load()
  t.equal(await remote.load(), false, 'one URL was removed elsewhere; no more files than before')
  t.strictSame([reports, remote.state.batches.length], [[{ done: 2, failed: 0 }], 0], 'listed once more, but hidden')
  await remote.load()
  t.equal(await remote.load(), true, 'files may have been stored, or it was dismissed in another tab')
  t.strictSame([reports.length, remote.state.batches.length], [1, 0])
})

t.test('a batch that finished before the response is reported and not shown', async (t) => {
  const { remote, api, reports } = createTestStore()
  api.create = async () => listedBatch(2, 2, 0)
  await remote.create([], null)
  t.strictSame([reports, remote.state.batches], [[{ done: 2, failed: 0 }], []])
})

/** `list` responds when the test calls `answer`. */
const slow = () => {
  const waiting: ((batches: RemoteBatch[]) => void)[] = []
  const { api, ...rest } = createTestStore()
  api.list = () => new Promise((resolve) => void waiting.push(resolve))
  const answer = async (...batches: RemoteBatch[]) => {
    waiting.shift()?.(batches)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...rest, api, answer, pending: () => waiting.length }
}

t.test('a list response from before an action is requested again', async (t) => {
  const { remote, answer, pending } = slow()
  const loading = remote.load()
  await remote.create([], null)
  await answer()
  t.equal(remote.state.batches.length, 1, 'a batch that was created meanwhile stays')
  t.equal(pending(), 1)
  await answer(listedBatch(2, 1, 0))
  t.equal(await loading, true)
  const first = remote.load()
  const second = remote.load()
  await answer(listedBatch(2, 0, 0))
  await answer(listedBatch(2, 1, 1))
  t.same([await first, await second, remote.state.batches[0]?.attributes.progress.failed], [false, false, 1])
})

t.test('a cancelled batch disappears at once and is not reported', async (t) => {
  const { remote, api, answer, reports } = slow()
  await remote.create([], null)
  let cancelled = () => {}
  api.cancel = () =>
    new Promise<void>((resolve) => {
      cancelled = resolve
    })
  const loading = remote.load()
  const ending = remote.cancel('b')
  await answer(listedBatch(2, 2, 0))
  remote.urlEnded(ended(url('2', 'done'), 2, 2, 0))
  cancelled()
  await ending
  t.equal(await loading, false)
  t.strictSame([reports, remote.state.batches], [[], []])
  const late = remote.load()
  await answer(listedBatch(2, 1, 0))
  await late
  t.strictSame(remote.state.batches, [], 'a late response does not bring it back')
})

t.test('a failed cancel keeps the batch', async (t) => {
  const { remote, api, answer } = slow()
  await remote.create([], null)
  api.cancel = async () => {
    throw new Error('offline')
  }
  await t.rejects(remote.cancel('b'))
  await answer(listedBatch(2, 1, 0))
  t.equal(remote.state.batches.length, 1)
})

t.test('cancel: a batch that another tab dismissed is no error', async (t) => {
  const { remote, api } = createTestStore()
  const unknown = async () => {
    throw Object.assign(new Error('Not found'), { status: 404, code: 'remote-upload-not-found' })
  }
  Object.assign(api, { cancel: unknown, cancelUrl: unknown })
  await remote.create([], null)
  await remote.cancelUrl('b', '1')
  t.equal(remote.state.batches[0]?.attributes.urls.length, 1)
  await remote.cancel('b')
  t.strictSame(remote.state.batches, [])
})

t.test('the end is reported once, by event or by poll', async (t) => {
  const { remote, reports } = createTestStore(() => [listedBatch(2, 1, 1)])
  await remote.create([], null)
  await remote.load()
  remote.urlEnded(ended(url('2', 'failed'), 2, 2, 1))
  t.strictSame(reports, [{ done: 1, failed: 1 }])
})

t.test('known: set by the first response, reset by clear', async (t) => {
  const { remote } = createTestStore([])
  t.equal(remote.state.known, false)
  await remote.load()
  t.equal(remote.state.known, true)
  remote.clear()
  t.strictSame([remote.state.known, remote.state.batches], [false, []])
})
