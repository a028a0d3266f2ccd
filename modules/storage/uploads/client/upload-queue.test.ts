import t from 'tap'
import type { SendOutcome } from './sender.ts'
import { emptyCounters, type Upload, type UploadGroup } from './types.ts'
import { createCounterTracker } from './upload-counters.ts'
import { createQueue } from './upload-queue.ts'

const setup = ({ bundles = false } = {}) => {
  const total = emptyCounters()
  const tracker = createCounterTracker(total)
  const running = new Map<string, { finish(): void; signal: AbortSignal }>()
  const started: string[] = []
  const tooLate: string[] = []
  const inFlight = new Set<string>()
  let most = 0
  const queue = createQueue({
    tracker,
    bundles,
    limits: () => ({ chunkSize: 10, uploadLimit: 0, blacklist: [] }),
    changed: () => {},
    settled: () => {},
    interrupted: () => {},
    storedTooLate: (upload) => tooLate.push(upload.id),
    send: (upload, signal) =>
      new Promise<SendOutcome>((resolve, reject) => {
        started.push(upload.id)
        running.set(upload.id, { signal, finish: () => resolve({ kind: 'done', item: {} as never }) })
        most = Math.max(most, queue.active.size)
        // A request whose body has been sent waits for its response.
        if (!inFlight.has(upload.id)) signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  const group: UploadGroup = {
    id: 1,
    folder: null,
    target: { id: null, name: '' },
    uploads: [],
    emptyFolders: [],
    counters: emptyCounters(),
  }
  const upload = (id: string, size: number): Upload => {
    const made: Upload = {
      id,
      file: new File([], id),
      name: id,
      size,
      target: group.target,
      path: id,
      group,
      choice: null,
      status: 'checking',
      isChecked: true,
      offset: 0,
      inFlightBytes: 0,
      mustQueryOffset: false,
      isStarted: false,
      mayBeStored: false,
      failure: null,
      speed: null,
      abort: null,
    }
    tracker.add(made)
    return made
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const finish = async (id: string) => {
    running.get(id)?.finish()
    await settle()
  }
  return { queue, tracker, total, upload, started, tooLate, inFlight, finish, settle, most: () => most }
}

t.test(
  'queue: bundled files overlap up to two requests; a file of several chunks runs after or beside them',
  async (t) => {
    const { queue, upload, finish, most } = setup({ bundles: true })
    const tiny = Array.from({ length: 70 }, (_, index) => upload(`t${index}`, 10))
    queue.push([...tiny, upload('big', 11)])
    t.equal(queue.active.size, 64)
    for (const { id } of tiny) await finish(id)
    t.strictSame(
      [...queue.active].map(({ id }) => id),
      ['big'],
    )
    t.equal(most(), 65)
  },
)

t.test(
  'queue: small files overlap up to six and with one larger file, larger ones run one at a time (D10)',
  async (t) => {
    const { queue, upload, started, finish } = setup()
    const small = Array.from({ length: 8 }, (_, index) => upload(`s${index}`, 10))
    const running = () => [...queue.active].map(({ id }) => id)
    queue.push([...small, upload('film', 11), upload('film 2', 11), upload('photo', 1), upload('photo 2', 1)])
    t.equal(queue.active.size, 6)
    await finish('s0')
    t.equal(queue.active.size, 6)
    t.equal(started.at(-1), 's6')
    for (const id of ['s1', 's2', 's3', 's4', 's5']) await finish(id)
    t.strictSame(running(), ['s6', 's7', 'film', 'photo', 'photo 2'], 'photos overtake the film that has to wait')
    for (const id of ['s6', 's7', 'photo', 'photo 2']) await finish(id)
    t.strictSame(running(), ['film'])
    await finish('film')
    t.strictSame(running(), ['film 2'])
  },
)

t.test('queue: pause, resume and cancel keep the order and the counters', async (t) => {
  const { queue, upload, total, started, finish, settle } = setup()
  const [one, two, three] = [upload('one', 20), upload('two', 20), upload('three', 20)]
  queue.push([one, two, three])
  t.equal(total.left, 60)
  one.isStarted = true
  queue.stop([one], 'paused')
  await settle()
  t.strictSame([one.status, two.status], ['paused', 'uploading'], 'the next one starts')
  t.equal(total.left, 40, 'a paused file does not count as left')
  queue.pause()
  await settle()
  t.equal(queue.active.size, 0)
  t.equal(two.status, 'waiting')
  queue.requeue([one])
  t.equal(queue.active.size, 0, 'nothing starts while paused')
  queue.resume()
  await settle()
  t.strictSame([...queue.active], [one], 'a resumed file goes first')
  t.ok(one.mustQueryOffset, 'and queries the offset')
  queue.stop([two, three], 'cancelled')
  await finish('one')
  t.equal(queue.active.size, 0)
  t.strictSame(started, ['one', 'two', 'one'])
  t.match(total, { files: 1, bytes: 20, done: 1, left: 0 })
})

t.test(
  'queue: a file that was stored after it had been paused is done, one that was cancelled is reported',
  async (t) => {
    const { queue, upload, total, started, tooLate, inFlight, finish } = setup()
    const [paused, resumed, cancelled, both] = ['paused', 'resumed', 'cancelled', 'both'].map((id) => upload(id, 5))
    const all = [paused, resumed, cancelled, both] as Upload[]
    for (const { id } of all) inFlight.add(id)
    queue.push(all)
    queue.stop([paused, resumed, both] as Upload[], 'paused')
    queue.stop([cancelled, both] as Upload[], 'cancelled')
    queue.requeue([resumed] as Upload[])
    for (const { id } of all) await finish(id)
    t.strictSame(
      all.map(({ status }) => status),
      ['done', 'done', 'cancelled', 'cancelled'],
    )
    t.strictSame(tooLate, ['cancelled', 'both'])
    t.strictSame(started, ['paused', 'resumed', 'cancelled', 'both'], 'a resumed file is not sent again')
    t.match(total, { files: 2, done: 2, left: 0 })
  },
)

t.test('counters: a removed file is not counted when it ends', async (t) => {
  const { queue, tracker, upload, total, finish } = setup()
  const [gone, stays] = [upload('gone', 5), upload('stays', 5)]
  queue.push([gone, stays])
  tracker.remove(gone)
  tracker.remove(gone)
  await finish('gone')
  t.match(total, { files: 1, bytes: 5, done: 0, left: 5 })
  await finish('stays')
  t.match(total, { files: 1, bytes: 5, done: 1, left: 0 })
})
