import t from 'tap'
import { type Actor, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { remoteBatches, waitUntil } from '../../../../tests/support/remote-batches.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { downloadedSha256, listAll } from '../../../../tests/support/upload-queue.ts'
import type { RemoteBatch, RemoteFileCreated } from '../contract.ts'

t.setTimeout(900_000)
const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db, settings, events } = app.coffer.platform
const finished: unknown[] = []
events.on('storage.remote-upload.completed', (payload) => void finished.push(payload))

const { begin, urlsOf, ended } = remoteBatches(db)
/** UTF-8 as most servers write it into a header. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const usageOf = async (person: Actor) => {
  const [row] = await db.query<{ used: number; reserved: number; sum: number }>(
    `select used, reserved, (select coalesce(sum(size), 0) from items where owner_id = $1) as sum from usage where user_id = $1`,
    [person.id],
  )
  return row
}
const staged = () => readdirSync(join(app.dataDir, 'staging')).filter((name) => /^[0-9a-f]{8,}/.test(name))

t.test('a batch continues after failures; each URL has its reason', async (t) => {
  await settings.set({ upload_limit: 5, mimetypes_blacklist: ['php', 'image'] })
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  const folder = (await ann.client.post<{ data: { id: string } }>('/api/create-folder', { name: 'From afar' })).body
    .data.id
  source.files.set('/first', { size: 3_000_001, disposition: `attachment; filename="../../${utf8('Ändern.bin')}"` })
  source.files.set('/big.bin', { size: 5_000_001 })
  source.files.set('/unknown.bin', { size: 1_000_000, length: false, ranges: false })
  source.files.set('/hello.PHP', { size: 100 })
  source.files.set('/empty.txt', { size: 0 })
  source.answer('/endless', (_request, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
    }
    answer.on('drain', more)
    more()
  })
  source.answer('/picture.bin', (_request, answer) =>
    answer.end(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  )
  source.answer('/secret', (_request, answer) => answer.writeHead(403).end())
  source.answer('/inside', (_request, answer) => answer.writeHead(302, { location: 'http://127.0.0.1/' }).end())
  source.answer('/file', (_request, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end())
  const paths = [
    '/first',
    '/none',
    '/endless',
    '/big.bin',
    '/hello.PHP',
    '/picture.bin',
    '/empty.txt',
    '/secret',
    '/inside',
    '/file',
    '/unknown.bin',
  ]
  const answer = await begin(ann, paths.map(source.url), folder)
  t.equal(answer.status, 201)
  t.equal(answer.body.data.attributes.progress.total, paths.length)
  t.equal(answer.body.data.attributes.parent_name, 'From afar')
  const batch = answer.body.data.id
  const found = await ended(batch)
  t.strictSame(
    found.map(({ status, failure_reason }) => failure_reason ?? status),
    [
      'done',
      'not-found',
      'too-large',
      'too-large',
      'blacklisted-type',
      'blacklisted-type',
      'empty-file',
      'denied',
      'unreachable',
      'bad-redirect',
      'done',
    ],
  )
  const files = await listAll(ann.client, folder)
  t.strictSame(files.map(({ attributes }) => attributes.name).sort(), ['unknown.bin', 'Ändern.bin'])
  for (const file of files) {
    const path = file.attributes.name === 'unknown.bin' ? '/unknown.bin' : '/first'
    t.equal(await downloadedSha256(ann.client, file), source.sha256(path), path)
  }
  t.same(await usageOf(ann), { used: 4_000_001, reserved: 0, sum: 4_000_001 }, 'A28: no bytes stay reserved')
  t.strictSame(staged(), [], 'A43: no staged file remains')
  t.same(finished.at(-1), { ownerId: ann.id, batchId: batch, processed: 11, failed: 9, parentId: folder })
  await poll(() => socket.heard('remote-file-created') === paths.length)
  const news: RemoteFileCreated[] = []
  for (const _ of paths) news.push(await socket.next<RemoteFileCreated>('remote-file-created'))
  t.same(news.filter(({ file }) => file !== null).length, 2)
  t.same(news.at(-1)?.progress, { processed: 11, total: 11, failed: 9 })

  const shown = await ann.client.get<{ data: { data: RemoteBatch }[] }>('/api/upload/remote')
  t.equal(shown.body.data[0]?.data.attributes.progress.failed, 9, 'the failed batch is listed for a retry')
  source.files.set('/none', { size: 10 })
  const none = found[1]?.id
  const again = await ann.client.post<{ data: RemoteBatch }>(`/api/upload/remote/${batch}/retry`, { urls: [none] })
  t.equal(again.status, 200)
  t.equal((await ended(batch))[1]?.status, 'done', 'the retry stores the file')
  t.equal((await ann.client.delete(`/api/upload/remote/${batch}`)).status, 204)
  t.strictSame((await ann.client.get<{ data: unknown[] }>('/api/upload/remote')).body.data, [])
  t.equal((await listAll(ann.client, folder)).length, 3, 'files stay when the batch is dismissed')
  await settings.set({ upload_limit: 0, mimetypes_blacklist: [] })
})

t.test('A28: the quota is enforced while streaming, whatever length the server announces', async (t) => {
  await settings.set({ default_max_storage_amount: 0.03 })
  const ann = await signUp(app)
  source.files.set('/q1', { size: 20_000_000, length: false })
  source.files.set('/q2', { size: 20_000_000, length: false })
  source.files.set('/told', { size: 31_000_000 })
  const { body } = await begin(ann, ['/q1', '/q2', '/told'].map(source.url))
  const reasons = (await ended(body.data.id)).map(({ failure_reason, status }) => failure_reason ?? status).sort()
  t.equal(reasons.filter((reason) => reason === 'done').length <= 1, true, reasons.join())
  t.equal(reasons.filter((reason) => reason === 'quota-exceeded').length >= 2, true, reasons.join())
  const usage = await usageOf(ann)
  t.ok(usage && usage.used <= 30_000_000 && usage.reserved === 0 && usage.used === usage.sum, JSON.stringify(usage))
  await settings.set({ default_max_storage_amount: 5 })
})

t.test('a lost connection is resumed by Range, where the server can tell that the file is unchanged', async (t) => {
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
  // The reservation of a failed fetch is released a moment after its row says `failed`.
  await waitUntil(async () => (await usageOf(ann))?.reserved === 0)
})

t.test('cancel: one URL, then the batch; no bytes and no reservation remain', async (t) => {
  const ann = await signUp(app)
  const socket = await testSocket(t, app, ann.client)
  for (const path of ['/slow1', '/slow2']) source.files.set(path, { size: 50_000_000, rate: 2_000_000 })
  const { body } = await begin(ann, ['/slow1', '/slow2'].map(source.url))
  const { id } = body.data
  const moving = await socket.next<RemoteUploadProgress>('remote-upload-progress')
  t.equal(moving.batch_id, id)
  await waitUntil(async () => (await urlsOf(id)).every(({ received_bytes }) => received_bytes > 0))
  const [first] = await urlsOf(id)
  t.equal((await ann.client.delete(`/api/upload/remote/${id}/urls/${first?.id}`)).status, 204)
  t.equal((await urlsOf(id)).length, 1)
  t.equal((await ann.client.delete(`/api/upload/remote/${id}`)).status, 204)
  await waitUntil(async () => staged().length === 0)
  t.same(await usageOf(ann), { used: 0, reserved: 0, sum: 0 })
  t.strictSame(await listAll(ann.client, null), [])
  t.equal((await ann.client.delete(`/api/upload/remote/${id}`)).status, 404)
})

t.test('A38: a folder that is deleted during the fetch fails it with parent-not-found', async (t) => {
  const ann = await signUp(app)
  const folder = (await ann.client.post<{ data: { id: string } }>('/api/create-folder', { name: 'Gone soon' })).body
    .data.id
  // The source pauses, so that the fetch cannot end before the folder is deleted.
  const late: SourceFile = { size: 40_000_000, rate: 20_000_000, holdAt: 20_000_000 }
  source.files.set('/late', late)
  const { body } = await begin(ann, [source.url('/late')], folder)
  await waitUntil(async () => ((await urlsOf(body.data.id))[0]?.received_bytes ?? 0) > 0)
  await ann.client.post('/api/remove', { items: [{ id: folder, type: 'folder' }] })
  delete late.holdAt
  t.equal((await ended(body.data.id))[0]?.failure_reason, 'parent-not-found')
  t.same((await usageOf(ann))?.reserved, 0)
})

t.test('list: all running batches, successful ones for two minutes, and the newest failed ones', async (t) => {
  const ann = await signUp(app)
  const named = async () =>
    (await ann.client.get<{ data: { data: RemoteBatch }[] }>('/api/upload/remote')).body.data.map(({ data }) => data)
  source.files.set('/quick', { size: 10 })
  const quick = (await begin(ann, [source.url('/quick')])).body.data.id
  await ended(quick)
  t.match(await named(), [{ id: quick, attributes: { progress: { processed: 1, total: 1, failed: 0 } } }])
  await db.query("update remote_batches set finished_at = now() - interval '3 minutes' where id = $1", [quick])
  t.strictSame(await named(), [], 'a successful batch is listed for a limited time')
  source.files.set('/long', { size: 10_000_000, holdAt: 0 })
  for (let n = 0; n < 21; n += 1) await begin(ann, [source.url('/long')])
  const running = await named()
  t.equal(running.length, 21)
  for (const { id } of running) await ann.client.delete(`/api/upload/remote/${id}`)
  for (let n = 0; n < 21; n += 1) await ended((await begin(ann, [source.url('/never')])).body.data.id)
  t.equal((await named()).length, 20, 'only the newest finished batches')
})
