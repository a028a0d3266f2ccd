import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { remoteUploadTest } from '../../../../tests/support/remote-uploads.ts'
import { testSocket } from '../../../../tests/support/socket.ts'
import { downloadedSha256, listAll } from '../../../../tests/support/upload-queue.ts'
import type { RemoteBatch, RemoteFileCreated } from '../contract.ts'

const { source, app, settings, finished, begin, urlsOf, ended, usageOf, staged } = await remoteUploadTest(t)
/** As most servers write it into a header. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

t.test('a batch goes on past what fails, each with its reason', async (t) => {
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
      'file-type-not-allowed',
      'file-type-not-allowed',
      'empty-file',
      'denied',
      'unreachable',
      'invalid-redirect',
      'done',
    ],
  )
  const files = await listAll(ann.client, folder)
  t.strictSame(files.map(({ attributes }) => attributes.name).sort(), ['unknown.bin', 'Ändern.bin'])
  for (const file of files) {
    const path = file.attributes.name === 'unknown.bin' ? '/unknown.bin' : '/first'
    t.equal(await downloadedSha256(ann.client, file), source.sha256(path), path)
  }
  t.same(await usageOf(ann), { used: 4_000_001, reserved: 0, sum: 4_000_001 }, 'A28: nothing stays reserved')
  t.strictSame(staged(), [], 'A43: nothing stays on the disk')
  t.same(finished.at(-1), { ownerId: ann.id, batchId: batch, processed: 11, failed: 9, parentId: folder })
  await poll(() => socket.count('remote-file-created') === paths.length)
  const news: RemoteFileCreated[] = []
  for (const _ of paths) news.push(await socket.next<RemoteFileCreated>('remote-file-created'))
  t.same(news.filter(({ file }) => file !== null).length, 2)
  t.same(news.at(-1)?.progress, { processed: 11, total: 11, failed: 9 })

  const shown = await ann.client.get<{ data: { data: RemoteBatch }[] }>('/api/upload/remote')
  t.equal(shown.body.data[0]?.data.attributes.progress.failed, 9, 'kept for a retry')
  source.files.set('/none', { size: 10 })
  const none = found[1]?.id
  const again = await ann.client.post<{ data: RemoteBatch }>(`/api/upload/remote/${batch}/retry`, { urls: [none] })
  t.equal(again.status, 200)
  t.equal((await ended(batch))[1]?.status, 'done', 'tried again, it is there')
  t.equal((await ann.client.delete(`/api/upload/remote/${batch}`)).status, 204)
  t.strictSame((await ann.client.get<{ data: unknown[] }>('/api/upload/remote')).body.data, [])
  t.equal((await listAll(ann.client, folder)).length, 3, 'files stay when the batch is put away')
  await settings.set({ upload_limit: 0, mimetypes_blacklist: [] })
})

t.test('a batch that succeeded can be read by its id when the list leaves it out', async (t) => {
  const ann = await signUp(app)
  source.files.set('/short.bin', { size: 10 })
  const { id } = (await begin(ann, [source.url('/short.bin')])).body.data
  await ended(id)
  await app.coffer.platform.db.query(
    `update remote_batches set finished_at = now() - interval '10 minutes' where id = $1`,
    [id],
  )
  t.same((await ann.client.get('/api/upload/remote')).body, { data: [] })
  const path = `/api/upload/remote/${id}`
  const progress = { processed: 1, total: 1, failed: 0 }
  t.match(await ann.client.get(path), { status: 200, body: { data: { id, attributes: { progress } } } })
  t.equal((await (await signUp(app)).client.get(path)).status, 404)
})

t.test('A28: the quota is held while it streams, whatever the server says', async (t) => {
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

t.test('A42 and the limits of a call', async (t) => {
  const ann = await signUp(app)
  const bad = ['ftp://a.example/x', 'http://u:p@a.example/', 'http://a.example:22/', 'http://h:80@127.0.0.1', 'x']
  const answer = await begin(ann, bad)
  t.equal(answer.status, 422)
  t.match(answer.body, {
    code: 'invalid-remote-url',
    errors: {
      'urls.0': [/http:\/\/ and https:/],
      'urls.1': [/password/],
      'urls.2': [/port/],
      'urls.3': [/password/],
      'urls.4': [/valid link/],
    },
  })
  const shown = await ann.client.get<{ data: unknown[] }>('/api/upload/remote')
  t.same(shown.body.data, [], 'a rejected call leaves nothing')
  t.equal((await begin(ann, [])).status, 422)
  t.equal((await begin(ann, Array(51).fill('http://127.0.0.1/'))).status, 422)
  const taken = await Promise.all(Array.from({ length: 4 }, () => begin(ann, Array(20).fill('http://127.0.0.1/'))))
  t.equal(taken.filter(({ status }) => status === 201).length, 2, '50 may wait at a time')
  t.equal(taken.filter(({ status }) => status === 429).length, 2)
  for (const { body } of taken) if (body.data) await ann.client.delete(`/api/upload/remote/${body.data.id}`)
})

t.test('bad lines are named with their own reasons, the good ones among them are fetched', async (t) => {
  const ann = await signUp(app)
  const good = Array.from({ length: 40 }, (_, at) => `/good-${at}.bin`)
  for (const path of good) source.files.set(path, { size: 100 })
  const bad: [url: string, reason: string][] = [
    ['ftp://a.example/x', 'unsupported-scheme'],
    ['file:///etc/passwd', 'unsupported-scheme'],
    ['http://u:p@a.example/', 'credentials-in-url'],
    ['http://a.example:22/', 'port-not-allowed'],
    ['no link', 'invalid-url'],
    ['', 'invalid-url'],
    [`https://a.example/${'x'.repeat(5_000)}`, 'invalid-url'],
    ['http://\u0000/', 'invalid-url'],
    // A44: one reason for everything that only a look into the network would distinguish.
    ['http://192.168.0.1/', 'unreachable'],
    ['http://private.invalid/', 'unreachable'],
  ]
  const urls = [...bad.slice(0, 4).map(([url]) => url), ...good.map(source.url), ...bad.slice(4).map(([url]) => url)]
  const answer = await begin(ann, urls)
  t.equal(answer.status, 201)
  const { id, attributes } = answer.body.data
  t.equal(attributes.urls.length, 50, 'each line is there')
  t.match(attributes.progress, { total: 50, failed: 8 }, 'what its text rules out has failed at once')
  const reasons = (await ended(id)).map(({ failure_reason, status }) => failure_reason ?? status)
  const told = bad.map(([, reason]) => reason)
  t.same(reasons, [...told.slice(0, 4), ...good.map(() => 'done'), ...told.slice(4)])
  t.equal((await listAll(ann.client, null)).length, 40)

  const rejected = attributes.urls[0]?.id as string
  for (const body of [{ urls: [rejected] }, {}])
    t.equal((await ann.client.post(`/api/upload/remote/${id}/retry`, body)).status, 200)
  t.equal((await ended(id))[0]?.failure_reason, 'unsupported-scheme', 'another try of a rejected line is none')
})

t.test('addresses tried once more count like new ones', async (t) => {
  const ann = await signUp(app)
  source.answer('/hanging', () => undefined)
  const failed = (await begin(ann, Array(20).fill(source.url('/nowhere')))).body.data.id
  await ended(failed)
  const others = await Promise.all([1, 2].map(() => begin(ann, Array(20).fill(source.url('/hanging')))))
  const retry = () => ann.client.post(`/api/upload/remote/${failed}/retry`, {})
  t.equal((await retry()).status, 429)
  t.ok((await urlsOf(failed)).every(({ status }) => status === 'failed'))
  for (const { body } of others) t.equal((await ann.client.delete(`/api/upload/remote/${body.data.id}`)).status, 204)
  t.equal((await retry()).status, 200)
})
