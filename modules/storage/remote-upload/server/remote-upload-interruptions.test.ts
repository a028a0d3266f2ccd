import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { poll } from '../../../../tests/support/poll.ts'
import type { RemoteFile } from '../../../../tests/support/remote-source.ts'
import { remoteUploadTest } from '../../../../tests/support/remote-uploads.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { downloadedSha256, listAll } from '../../../../tests/support/upload-queue.ts'
import type { RemoteBatch, RemoteUploadProgress } from '../contract.ts'
import { RemoteRunner, type RunnerDeps } from './runner.ts'

const { source, app, db, begin, urlsOf, ended, usageOf, staged } = await remoteUploadTest(t)

/** A new user who fetches one file. `file`: the response of the source, which the test may change. */
const beginOne = async (path: string, file: RemoteFile) => {
  const ann = await signUp(app)
  source.files.set(path, file)
  source.seen.length = 0
  const { id } = (await begin(ann, [source.url(path)])).body.data
  return { ann, id, file }
}

t.test('a broken line is gone on with by Range, where the server can tell it is the same file', async (t) => {
  const ann = await signUp(app)
  source.files.set('/cut', { size: 5_000_000, cutAfter: 2_000_000 })
  source.files.set('/unsure', { size: 3_000_000, cutAfter: 2_000_000, ranges: false })
  source.seen.length = 0
  const { body } = await begin(ann, ['/cut', '/unsure'].map(source.url))
  const [cut, unsure] = await ended(body.data.id)
  t.equal(cut?.status, 'done')
  t.equal(unsure?.failure_reason, 'interrupted')
  const ranges = source.seen
    .filter(({ path }) => path === '/cut')
    .map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
  t.equal(ranges.length, 3)
  t.ok(
    ranges.every((start, at) => at === 0 || start > (ranges[at - 1] as number)),
    ranges.join(),
  )
  t.equal(
    source.seen.filter(({ path }) => path === '/unsure').every(({ range }) => range === undefined),
    true,
  )
  const [file] = await listAll(ann.client, null)
  t.equal(file && (await downloadedSha256(ann.client, file)), source.sha256('/cut'))
  // The reservation of a failed fetch is released a moment after its row says that it failed.
  await poll(async () => (await usageOf(ann))?.reserved === 0)
})

t.test('a server that answers an error for a while costs none of the received bytes', async (t) => {
  const { ann, id, file } = await beginOne('/busy', { size: 5_000_000, cutAfter: 3_000_000, unavailable: 2 })
  t.match(await ended(id), [{ status: 'failed', failure_reason: 'invalid-response' }])
  const again = await ann.client.post(`/api/upload/remote/${id}/retry`, {})
  t.equal(again.status, 200)
  t.match(await ended(id), [{ status: 'done' }])
  const starts = source.seen.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
  t.ok(starts.length === 4 && starts.slice(1).every((start) => start === starts[1] && start > 0), starts.join())
  t.equal(file.unavailable, 0)
})

t.test('a process that was paused for longer than its leases does not fetch its own links again', async (t) => {
  const ann = await signUp(app)
  const slow: RemoteFile = { size: 2_000_000, holdAt: 1_000_000 }
  source.files.set('/paused', slow)
  source.files.set('/next', { size: 10 })
  const { body } = await begin(ann, [source.url('/paused')])
  await poll(async () => ((await urlsOf(body.data.id))[0]?.received_bytes ?? 0) > 0)
  await db.query("update remote_urls set lease_until = now() - interval '1 minute' where batch_id = $1", [body.data.id])
  await app.coffer.platform.jobs.runNow('remote-uploads')
  // It is leased after all URLs that can be leased before it.
  await ended((await begin(ann, [source.url('/next')])).body.data.id)
  delete slow.holdAt
  t.match(await ended(body.data.id), [{ status: 'done' }])
  t.equal(source.seen.filter(({ path }) => path === '/paused').length, 1)
  t.same((await listAll(ann.client, null)).map(({ attributes }) => attributes.name).sort(), ['next', 'paused'])
})

t.test('a lost lock connection delays a link and loses none of its stored parts', async (t) => {
  const { ann, id, file } = await beginOne('/lock', { size: 20_000_000, holdAt: 18_000_000 })
  const isPartStored = async () => (await db.query('select 1 from upload_sessions where received_bytes > 0')).length > 0
  await poll(async () => (await isPartStored()) && ((await urlsOf(id))[0]?.received_bytes ?? 0) > 17_000_000)
  app.coffer.platform.locks.close()
  delete file.holdAt
  t.match(await ended(id), [{ status: 'done', failure_reason: null }])
  const [, resumed] = source.seen.map(({ range }) => Number(/\d+/.exec(range ?? '')?.[0]))
  t.ok(source.seen.length === 2 && (resumed as number) >= 16 << 20, `resumed at ${resumed}`)
  const [stored] = await listAll(ann.client, null)
  t.equal(stored && (await downloadedSha256(ann.client, stored)), source.sha256('/lock'))
})

t.test('a link waits its turn while too many uploads are open', async (t) => {
  const { ann, id, file } = await beginOne('/turn', { size: 10, holdAt: 0 })
  await poll(() => source.seen.length > 0)
  await db.query(
    `insert into upload_sessions (principal, id, owner_id, actor_id, had_parent, name, staging_key, expires_at)
     select 'remote:' || $1, gen_random_uuid(), $2, $2, false, 'other', 'none/' || n, now() + interval '1 hour'
     from generate_series(1, 100) n`,
    [id, ann.id],
  )
  delete file.holdAt
  const untilDelayed = () =>
    poll(async () => {
      const [url] = await urlsOf(id)
      return url?.status === 'failed' || (url?.lease_id === null && Number(url.lease_until) > Date.now() + 30_000)
    })
  const fetchNow = async () => {
    await db.query('update remote_urls set lease_until = now() where batch_id = $1', [id])
    await app.coffer.platform.jobs.runNow('remote-uploads')
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await untilDelayed()
    t.match(await urlsOf(id), [{ status: 'running' }])
    if (attempt === 2) await db.query('delete from upload_sessions where principal = $1', [`remote:${id}`])
    await fetchNow()
  }
  t.match(await ended(id), [{ status: 'done' }])
})

t.test('a queue that could not be read is read again', async (t) => {
  let reads = 0
  const query = async () => {
    reads += 1
    throw new Error('away')
  }
  const runner = new RemoteRunner({ db: { query }, log: { warn() {} } } as unknown as RunnerDeps)
  runner.start()
  t.teardown(() => runner.stop())
  await poll(() => reads === 2)
})

t.test('cancelled: one address, then all; nothing is left behind', async (t) => {
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  for (const path of ['/slow1', '/slow2']) source.files.set(path, { size: 50_000_000, rate: 2_000_000 })
  const { body } = await begin(ann, ['/slow1', '/slow2'].map(source.url))
  const { id } = body.data
  const moving = await socket.next<RemoteUploadProgress>('remote-upload-progress')
  t.equal(moving.batch_id, id)
  await poll(async () => (await urlsOf(id)).every(({ received_bytes }) => received_bytes > 0))
  const [first] = await urlsOf(id)
  t.equal((await ann.client.delete(`/api/upload/remote/${id}/urls/${first?.id}`)).status, 204)
  t.equal((await urlsOf(id)).length, 1)
  t.equal((await ann.client.delete(`/api/upload/remote/${id}`)).status, 204)
  await poll(async () => staged().length === 0)
  t.same(await usageOf(ann), { used: 0, reserved: 0, sum: 0 })
  t.strictSame(await listAll(ann.client, null), [])
  t.equal((await ann.client.delete(`/api/upload/remote/${id}`)).status, 404)
})

t.test('a link whose upload the owner ended fails at once, and a retry begins it again', async (t) => {
  const { ann, id, file } = await beginOne('/ended', { size: 2_000_000, holdAt: 1_000_000 })
  await poll(async () => ((await urlsOf(id))[0]?.received_bytes ?? 0) > 0)
  const [url] = await urlsOf(id)
  t.equal((await ann.client.delete(`/api/user/uploads/${url?.id}`)).status, 204)
  delete file.holdAt
  t.match(await ended(id), [{ status: 'failed', failure_reason: 'cancelled' }])
  t.equal(source.seen.length, 1, 'the remote server is not asked again')
  t.equal((await ann.client.post(`/api/upload/remote/${id}/retry`)).status, 200)
  t.match(await ended(id), [{ status: 'done' }])
  t.match(await usageOf(ann), { used: 2_000_000, reserved: 0, sum: 2_000_000 })
})

t.test('A38: the folder goes while it streams', async (t) => {
  const ann = await signUp(app)
  const folder = (await ann.client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Gone soon' })).body
    .data.id
  // It cannot end before the folder is deleted.
  const late: RemoteFile = { size: 40_000_000, rate: 20_000_000, holdAt: 20_000_000 }
  source.files.set('/late', late)
  const { body } = await begin(ann, [source.url('/late')], folder)
  await poll(async () => ((await urlsOf(body.data.id))[0]?.received_bytes ?? 0) > 0)
  await ann.client.post('/api/remove', { items: [{ id: folder, type: 'folder' }] })
  delete late.holdAt
  t.equal((await ended(body.data.id))[0]?.failure_reason, 'parent-not-found')
  t.same((await usageOf(ann))?.reserved, 0)
})

t.test('all that runs is named, and what ended well for a moment more', async (t) => {
  const ann = await signUp(app)
  const named = async () =>
    (await ann.client.get<{ data: { data: RemoteBatch }[] }>('/api/upload/remote')).body.data.map(({ data }) => data)
  source.files.set('/quick', { size: 10 })
  const quick = (await begin(ann, [source.url('/quick')])).body.data.id
  await ended(quick)
  t.match(await named(), [{ id: quick, attributes: { progress: { processed: 1, total: 1, failed: 0 } } }])
  await db.query("update remote_batches set finished_at = now() - interval '3 minutes' where id = $1", [quick])
  t.strictSame(await named(), [], 'what was told is not named for ever')
  source.files.set('/long', { size: 10_000_000, holdAt: 0 })
  for (let n = 0; n < 21; n += 1) await begin(ann, [source.url('/long')])
  const running = await named()
  t.equal(running.length, 21)
  for (const { id } of running) await ann.client.delete(`/api/upload/remote/${id}`)
  for (let n = 0; n < 21; n += 1) await ended((await begin(ann, [source.url('/never')])).body.data.id)
  t.equal((await named()).length, 20, 'of what is over, the newest')
})
