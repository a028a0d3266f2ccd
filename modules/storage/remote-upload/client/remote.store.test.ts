import t from 'tap'
import type { RemoteBatch, RemoteUrl } from '../contract.ts'
import { createRemote, type Finished, isRetriable, isRunning, type RemoteApi } from './remote.store.ts'

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
const made = (list: RemoteBatch[] | (() => RemoteBatch[]) = []) => {
  const told: Finished[] = []
  const api: RemoteApi = {
    create: async () => batch(url('1', 'waiting'), url('2', 'waiting')),
    list: async () => (typeof list === 'function' ? list() : list),
    cancel: async () => undefined,
    cancelUrl: async () => undefined,
    retry: async () => batch(url('1', 'waiting')),
  }
  return { told, api, remote: createRemote(api, (counts) => void told.push(counts)) }
}
const ended = (one: RemoteUrl, processed: number, total: number, failed: number) => ({
  batch_id: 'b',
  progress: { processed, total, failed },
  file: null,
  url: one,
})

t.test('issue 13.22: links that the server does not fetch are handed back', async (t) => {
  const { remote, api } = made()
  const rejected: RemoteUrl = { ...url('2', 'failed'), reason: 'port-not-allowed' }
  api.create = async () => batch(url('1', 'waiting'), rejected)
  t.strictSame(await remote.create([], null), [{ url: rejected.url, reason: 'port-not-allowed' }])
  t.strictSame([isRetriable(rejected), isRetriable(url('3', 'failed'))], [false, true])
})

t.test('all done: told once and gone', async (t) => {
  const { remote, told } = made()
  await remote.create([], null)
  remote.ended(ended(url('1', 'done'), 1, 2, 0))
  t.strictSame([told.length, remote.state.batches.length], [0, 1])
  remote.moved({
    batch_id: 'b',
    urls: [
      { ...url('1', 'running'), received: 5 },
      { ...url('2', 'running'), received: 7 },
    ],
  })
  t.equal(remote.state.batches[0]?.attributes.urls[0]?.status, 'done', 'late news of what is done changes nothing')
  t.equal(remote.state.batches[0]?.attributes.urls[1]?.received, 7)
  remote.ended(ended(url('2', 'done'), 2, 2, 0))
  t.strictSame([told, remote.state.batches.length], [[{ done: 2, failed: 0 }], 0])
})

t.test('failures stay, until they are tried again or put away', async (t) => {
  const { remote, told } = made()
  await remote.create([], null)
  remote.ended(ended(url('1', 'done'), 1, 2, 0))
  remote.ended(ended(url('2', 'failed'), 2, 2, 1))
  t.strictSame([told, remote.state.batches.length], [[{ done: 1, failed: 1 }], 1])
  await remote.retry('b')
  t.equal(remote.state.batches[0]?.attributes.urls[0]?.status, 'waiting')
  await remote.cancelUrl('b', '1')
  t.equal(remote.state.batches.length, 0, 'it goes with its last address')
})

t.test('a batch of another tab is asked for', async (t) => {
  const { remote } = made([batch(url('1', 'running'))])
  remote.ended(ended(url('1', 'running'), 0, 1, 0))
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(remote.state.batches.length, 1)
})

/** A batch of so many addresses as an answer tells of it. */
const told = (total: number, done: number, failed: number, id = 'b'): RemoteBatch => {
  const statusAt = (at: number) => (at < done ? 'done' : at < done + failed ? 'failed' : 'running')
  const one = batch(...Array.from({ length: total }, (_none, at) => url(String(at + 1), statusAt(at))))
  one.id = id
  one.attributes.progress = { total, processed: done + failed, failed }
  return one
}

t.test('whom nobody tells asks: files that came are noticed, the end is told once', async (t) => {
  const answers = [[told(2, 0, 0)], [told(2, 1, 0)], [told(2, 1, 1)], [told(2, 1, 1)]]
  const { remote, told: ends } = made(() => answers.shift() ?? [])
  await remote.create([], null)
  t.same([await remote.load(), await remote.load(), await remote.load()], [false, true, false])
  t.strictSame(ends, [{ done: 1, failed: 1 }])
  await remote.load()
  t.strictSame([ends.length, isRunning(remote.state.batches), remote.state.batches.length], [1, false, 1])
})

t.test('the end is what the server says, not what it keeps silent about', async (t) => {
  const answers = [[told(3, 2, 0)], [told(2, 2, 0)], [told(2, 0, 0, 'c')], []]
  const { remote, told: ends } = made(() => answers.shift() ?? [])
  await remote.load()
  t.equal(await remote.load(), false, 'one was taken out elsewhere; no more files than before')
  t.strictSame([ends, remote.state.batches.length], [[{ done: 2, failed: 0 }], 0], 'named once more, and not shown')
  await remote.load()
  t.equal(await remote.load(), true, 'files may have come, or it was put away in another tab')
  t.strictSame([ends.length, remote.state.batches.length], [1, 0])
})

t.test('through before its answer came: told, and not shown', async (t) => {
  const { remote, api, told: ends } = made()
  api.create = async () => told(2, 2, 0)
  await remote.create([], null)
  t.strictSame([ends, remote.state.batches], [[{ done: 2, failed: 0 }], []])
})

/** Answers of `list` that are given when the test says so. */
const slow = () => {
  const waiting: ((batches: RemoteBatch[]) => void)[] = []
  const { api, ...rest } = made()
  api.list = () => new Promise((resolve) => void waiting.push(resolve))
  const answer = async (...batches: RemoteBatch[]) => {
    waiting.shift()?.(batches)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...rest, api, answer, asked: () => waiting.length }
}

t.test('an answer from before a deed is asked for anew', async (t) => {
  const { remote, answer, asked } = slow()
  const loading = remote.load()
  await remote.create([], null)
  await answer()
  t.equal(remote.state.batches.length, 1, 'what was begun meanwhile stays')
  t.equal(asked(), 1)
  await answer(told(2, 1, 0))
  t.equal(await loading, true)
  const first = remote.load()
  const second = remote.load()
  await answer(told(2, 0, 0))
  await answer(told(2, 1, 1))
  t.same([await first, await second, remote.state.batches[0]?.attributes.progress.failed], [false, false, 1])
})

t.test('what is cancelled here is gone at once, and nobody says it was fetched', async (t) => {
  const { remote, api, answer, told: ends } = slow()
  await remote.create([], null)
  let cancelled = () => {}
  api.cancel = () =>
    new Promise<void>((resolve) => {
      cancelled = resolve
    })
  const loading = remote.load()
  const ending = remote.cancel('b')
  await answer(told(2, 2, 0))
  remote.ended(ended(url('2', 'done'), 2, 2, 0))
  cancelled()
  await ending
  t.equal(await loading, false)
  t.strictSame([ends, remote.state.batches], [[], []])
  const late = remote.load()
  await answer(told(2, 1, 0))
  await late
  t.strictSame(remote.state.batches, [], 'a late answer does not bring it back')
})

t.test('a cancel that fails leaves it as it was', async (t) => {
  const { remote, api, answer } = slow()
  await remote.create([], null)
  api.cancel = async () => {
    throw new Error('offline')
  }
  await t.rejects(remote.cancel('b'))
  await answer(told(2, 1, 0))
  t.equal(remote.state.batches.length, 1)
})

t.test('what another tab has put away is cancelled, not an error', async (t) => {
  const { remote, api } = made()
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

t.test('the end is told once, whichever way it is heard of first', async (t) => {
  const { remote, told: ends } = made(() => [told(2, 1, 1)])
  await remote.create([], null)
  await remote.load()
  remote.ended(ended(url('2', 'failed'), 2, 2, 1))
  t.strictSame(ends, [{ done: 1, failed: 1 }])
})

t.test('what there is is known when the server has said so, and no more when the way is shut', async (t) => {
  const { remote } = made([])
  t.equal(remote.state.known, false)
  await remote.load()
  t.equal(remote.state.known, true)
  remote.clear()
  t.strictSame([remote.state.known, remote.state.batches], [false, []])
})
