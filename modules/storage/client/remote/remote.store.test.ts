import t from 'tap'
import type { RemoteBatch, RemoteUrl } from '../../contract.ts'
import { createRemote, type Finished, type RemoteApi } from './remote.store.ts'

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
  return { told, remote: createRemote(api, (counts) => void told.push(counts)) }
}
const ended = (one: RemoteUrl, processed: number, total: number, failed: number) => ({
  batch_id: 'b',
  progress: { processed, total, failed },
  file: null,
  url: one,
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

t.test('whom nobody tells asks: files that came are noticed, the end is told once', async (t) => {
  const told = (done: number, failed: number, ...urls: RemoteUrl[]): RemoteBatch[] => {
    const one = batch(...urls)
    one.attributes.progress = { total: urls.length, processed: done + failed, failed }
    return [one]
  }
  const answers = [
    told(0, 0, url('1', 'running'), url('2', 'waiting')),
    told(1, 0, url('1', 'done'), url('2', 'running')),
    told(1, 1, url('1', 'done'), url('2', 'failed')),
    told(1, 1, url('1', 'done'), url('2', 'failed')),
  ]
  const { remote, told: ends } = made(() => answers.shift() ?? [])
  await remote.create([], null)
  t.same([await remote.poll(), await remote.poll(), await remote.poll()], [false, true, false])
  t.strictSame(ends, [{ done: 1, failed: 1 }])
  await remote.poll()
  t.strictSame([ends.length, remote.running(), remote.state.batches.length], [1, false, 1])
  await remote.create([], null)
  remote.state.batches = remote.state.batches.slice(0, 1)
  t.equal(await remote.poll(), true, 'what is not named any more is all there')
  t.strictSame([ends.at(-1), remote.state.batches.length], [{ done: 2, failed: 0 }, 0])
})
