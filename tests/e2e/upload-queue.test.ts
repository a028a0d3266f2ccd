import t from 'tap'
import type { Item } from '../../modules/storage/contract.ts'
import { memoryJournal } from '../../modules/storage/uploads/client/journal.ts'
import type { UploadTarget } from '../../modules/storage/uploads/client/types.ts'
import { createAccount, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { poll } from '../support/poll.ts'
import { randomBytes, seeded } from '../support/random.ts'
import { downloadedSha256, listAll, sha256, testQueue } from '../support/upload-queue.ts'

const chunk = 64 * 1024
const bytesOf = (size: number, seed = 1) => randomBytes(size, seeded(seed))
const chosen = (path: string, bytes: Uint8Array<ArrayBuffer>, lastModified = 1_700_000_000_000) => ({
  path,
  file: new File([bytes], path.slice(path.lastIndexOf('/') + 1), { lastModified }),
})

/** Acts once, when the request that finds `isDue` is on its way: polling would miss the moment on a fast server. */
const atRequest = (proxy: FaultProxy, isDue: () => boolean, act: () => void): Promise<void> =>
  new Promise((resolve) => {
    let done = false
    proxy.faults.only = () => {
      if (done || !isDue()) return true
      done = true
      act()
      resolve()
      return true
    }
  })

t.test('upload queue against the real server', async (t) => {
  const app = await testApp(t)
  await app.coffer.platform.settings.set({ chunk_size: chunk / 2 ** 20, mimetypes_blacklist: ['exe'] })
  const { client, token } = await createAccount(app)
  /** Each test has its own folder; sign-ups are limited. */
  const place = async (name: string): Promise<UploadTarget> => {
    const { body } = await client.post<{ data: Item }>('/api/create-folder', { name })
    return { id: body.data.id, name }
  }

  t.test('uploads a folder with its tree, empty folders included', async (t) => {
    const target = await place('1')
    const queue = testQueue(t, app.url, token)
    const changed: unknown[] = []
    queue.uploads.onFoldersChanged((target) => changed.push(target))
    const files = [
      chosen('Trip/a.txt', bytesOf(10)),
      chosen('Trip/Day 1/b.txt', bytesOf(20)),
      chosen('Trip/Day 1/Night/c.bin', bytesOf(3 * chunk + 5)),
      chosen('Trip/Day 3/Opened/.DS_Store', bytesOf(5)),
    ]
    await queue.uploads.add({ files, emptyFolders: ['Trip/Day 2/Nothing', 'Trip/Day 1/Empty'], unreadable: [] }, target)
    await queue.idle()
    await poll(() => changed.length > 0)
    t.strictSame(changed, [target], 'notified once, at the end')
    const names = async (folder: string | null) => {
      const items = await listAll(client, folder)
      return new Map(items.map((item) => [item.attributes.name, item]))
    }
    const top = await names(target.id)
    t.strictSame([...top.keys()], ['Trip'])
    const trip = await names(top.get('Trip')!.id)
    t.strictSame([...trip.keys()].sort(), ['Day 1', 'Day 2', 'Day 3', 'a.txt'])
    const day1 = await names(trip.get('Day 1')!.id)
    t.strictSame([...day1.keys()].sort(), ['Empty', 'Night', 'b.txt'])
    t.strictSame([...(await names(trip.get('Day 2')!.id)).keys()], ['Nothing'])
    t.strictSame([...(await names(trip.get('Day 3')!.id)).keys()], ['Opened'], 'without files that are never uploaded')
    const [night] = await listAll(client, day1.get('Night')!.id)
    t.equal(await downloadedSha256(client, night!), sha256(bytesOf(3 * chunk + 5)))
  })

  t.test('name conflicts: asks once; keep, replace and skip', async (t) => {
    const target = await place('2')
    const first = testQueue(t, app.url, token)
    const old = ['keep.txt', 'replace.txt', 'skip.txt'].map((name) => chosen(name, bytesOf(10, 1)))
    await first.uploads.add({ files: old, emptyFolders: [], unreadable: [] }, target)
    await first.idle()
    let asked = 0
    const queue = testQueue(t, app.url, token, {
      askConflicts: async (conflicts) => {
        asked += 1
        t.equal(conflicts[0]!.modifiedAt, new Date(1_700_000_000_000).toISOString(), 'the time of the file itself')
        t.strictSame(conflicts.map(({ upload, size }) => [upload.name, size]).sort(), [
          ['keep.txt', 10],
          ['replace.txt', 10],
          ['skip.txt', 10],
        ])
        return new Map(conflicts.map(({ upload }) => [upload, upload.name.split('.')[0] as 'keep']))
      },
    })
    const files = ['keep.txt', 'replace.txt', 'skip.txt', 'new.txt'].map((name) => chosen(name, bytesOf(20, 2)))
    await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, target)
    await queue.idle()
    t.equal(asked, 1)
    t.strictSame(queue.notices, [], 'nothing failed')
    t.match(queue.uploads.state.counters, { files: 4, done: 3, skipped: 1, failed: 0 })
    const sizes = (await listAll(client, target.id))
      .map(({ attributes }) => `${attributes.name} ${attributes.size}`)
      .sort()
    t.ok(sizes.includes('skip.txt 10') && !sizes.includes('skip.txt 20'))
    t.ok(sizes.includes('replace.txt 20') && !sizes.includes('replace.txt 10'))
    t.ok(sizes.includes('keep.txt 10'))
    t.equal(sizes.length, 5, 'both keep.txt exist')
  })

  t.test('reports rejected files and uploads the rest', async (t) => {
    const target = await place('3')
    const queue = testQueue(t, app.url, token)
    const files = [chosen('x.exe', bytesOf(5)), chosen('empty', bytesOf(0)), chosen('fine', bytesOf(5))]
    await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, target)
    await queue.idle()
    t.match(queue.notices, [
      {
        kind: 'rejected',
        files: [
          { path: 'x.exe', reason: 'blacklisted', type: 'exe' },
          { path: 'empty', reason: 'empty' },
        ],
      },
    ])
    t.match(queue.uploads.state.counters, { files: 3, done: 1, failed: 2 }, 'and counts them, until they are dismissed')
    t.equal(queue.uploads.canRetry(), false)
    queue.uploads.retryFailed()
    queue.uploads.resume(queue.uploads.groups().flatMap((group) => group.uploads))
    await queue.idle()
    t.match(queue.uploads.state.counters, { files: 3, done: 1, failed: 2 }, 'another attempt would not help')
    t.equal((await listAll(client, target.id)).length, 1)
  })

  t.test('pause, resume and cancel during a file', async (t) => {
    const target = await place('4')
    const proxy = await faultProxy(t, () => app.url)
    const queue = testQueue(t, proxy.url, token)
    const bytes = bytesOf(40 * chunk, 3)
    const [big, other] = [chosen('big.bin', bytes), chosen('other.bin', bytesOf(40 * chunk, 4))]
    const uploads = () => queue.uploads.groups()[0]?.uploads ?? []
    const stopped = atRequest(
      proxy,
      () => (uploads()[0]?.offset ?? 0) >= 4 * chunk,
      () => {
        queue.uploads.pause([uploads()[0]!])
        queue.uploads.cancel([uploads()[1]!])
      },
    )
    await queue.uploads.add({ files: [big, other], emptyFolders: [], unreadable: [] }, target)
    await stopped
    const [first] = uploads()
    await queue.idle()
    t.equal(queue.uploads.state.phase, 'paused')
    t.equal(first!.status, 'paused')
    await poll(() => first!.inFlightBytes === 0)
    t.ok(first!.offset >= 4 * chunk, 'the bytes that arrived are shown')
    t.equal((await listAll(client, target.id)).length, 0)
    const before = proxy.counts.bodyBytes
    const had = first!.offset
    queue.uploads.resume([first!])
    await queue.idle()
    t.equal(queue.uploads.state.phase, 'finished')
    t.ok(proxy.counts.bodyBytes - before <= bytes.length - had + chunk, 'at most one chunk is sent twice')
    const [item, ...rest] = await listAll(client, target.id)
    t.equal(rest.length, 0, 'the cancelled file does not exist')
    t.equal(await downloadedSha256(client, item!), sha256(bytes))
  })

  t.test('reload: the same file resumes at its offset, at most one chunk is sent twice', async (t) => {
    const target = await place('5')
    const journal = memoryJournal()
    const bytes = bytesOf(30 * chunk, 5)
    const proxy = await faultProxy(t, () => app.url)
    const before = testQueue(t, proxy.url, token, { journal })
    // With the next chunk on its way, however fast the server is.
    const uploads = () => before.uploads.groups()[0]?.uploads ?? []
    const paused = atRequest(
      proxy,
      () => uploads().some(({ offset }) => offset >= 12 * chunk),
      () => before.uploads.pauseAll(),
    )
    await before.uploads.add({ files: [chosen('film.mp4', bytes)], emptyFolders: [], unreadable: [] }, target)
    await paused
    const [upload] = uploads()
    // A chunk that is still on its way would be rejected and sent again.
    await poll(() => upload!.inFlightBytes === 0)
    await before.uploads.flush()
    // The paused tab shows the server's offset, later also the bytes that the other tab adds.
    const had = upload!.offset

    const tabs = { own: 'later', living: async () => new Set(['later']), close: () => {} }
    const after = testQueue(t, proxy.url, token, { journal, tabs })
    await after.uploads.recover()
    t.match(after.uploads.state.interrupted, [{ name: 'film.mp4', size: bytes.length }])
    const sent = proxy.counts.bodyBytes
    await after.uploads.add(
      { files: [chosen('film.mp4', bytesOf(30 * chunk, 6), 5)], emptyFolders: [], unreadable: [] },
      null,
    )
    t.match(after.notices, [{ kind: 'unmatched', names: ['film.mp4'] }], 'another time, another file')
    await after.uploads.add({ files: [chosen('film.mp4', bytes)], emptyFolders: [], unreadable: [] }, null)
    t.equal(after.uploads.state.interrupted.length, 0)
    await after.idle()
    const resent = proxy.counts.bodyBytes - sent - (bytes.length - had)
    // The other calls take some hundred bytes.
    t.ok(resent < 2 * chunk, `${resent} bytes were sent twice`)
    const [item, ...rest] = await listAll(client, target.id)
    t.equal(rest.length, 0)
    t.equal(await downloadedSha256(client, item!), sha256(bytes))
    await after.uploads.flush()
    t.strictSame(await journal.all(), [], 'and nothing is left to continue')
  })

  t.test('renews a stale CSRF token once; an ended session pauses the queue without losing files', async (t) => {
    const actor = await signUp(app)
    let stale = true
    let signedOut = 0
    const send = fetchTransport(app.url, () => ({
      Cookie: actor.client.cookieHeader(),
      'X-XSRF-TOKEN': stale ? 'stale.token' : (actor.client.cookies.get('XSRF-TOKEN') ?? ''),
    }))
    const journal = memoryJournal()
    const queue = testQueue(t, app.url, token, {
      journal,
      signedOut: () => {
        signedOut += 1
      },
      transport: (request) => {
        if (request.url === '/api/csrf') stale = false
        return send(request)
      },
    })
    const home = { id: null, name: 'Files' }
    await queue.uploads.add({ files: [chosen('first', bytesOf(10))], emptyFolders: [], unreadable: [] }, home)
    await queue.idle()
    t.equal(stale, false)
    t.match(queue.uploads.state.counters, { done: 1, failed: 0 })

    const files = ['long', 'waits'].map((name) => chosen(name, bytesOf(60 * chunk, 8)))
    await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, home)
    const [long] = queue.uploads.groups().at(-1)!.uploads
    await poll(() => long!.offset >= 3 * chunk)
    await actor.client.post('/logout')
    await queue.idle()
    t.match(queue.uploads.state, { phase: 'paused', counters: { failed: 1 } })
    t.equal(signedOut, 1)
    t.strictSame((await journal.all()).map(({ name }) => name).sort(), ['long', 'waits'], 'both can be resumed')
  })

  t.test('a full account pauses the queue; it resumes once there is space', async (t) => {
    const { client, token, id } = await createAccount(app)
    const bytes = 5.5 * chunk
    await app.coffer.platform.db.query('update users set max_storage_bytes = $2 where id = $1', [id, bytes])
    const queue = testQueue(t, app.url, token)
    const files = ['a', 'b', 'c', 'd'].map((name) => chosen(name, bytesOf(name === 'd' ? chunk + 10 : 2 * chunk)))
    await queue.uploads.add({ files, emptyFolders: [], unreadable: [] }, { id: null, name: 'Files' })
    await queue.idle()
    t.match(queue.uploads.state, { phase: 'paused', counters: { done: 2, failed: 1, files: 4 } })
    t.match(queue.notices.at(-1), { kind: 'failed', name: 'c', stopped: true, failure: { status: 423 } })
    const [first] = queue.items
    for (const force_delete of [false, true])
      await client.post('/api/remove', { items: [{ id: first!.id, type: 'file' }], force_delete })
    queue.uploads.retryFailed()
    await queue.idle()
    t.match(queue.uploads.state, { phase: 'finished', counters: { done: 4, failed: 0 } })
    t.strictSame((await listAll(client, null)).map(({ attributes }) => attributes.name).sort(), ['b', 'c', 'd'])
  })
})
