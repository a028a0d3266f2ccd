import t from 'tap'
import { signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { remoteBatches } from '../../../../tests/support/remote-batches.ts'
import { testSource } from '../../../../tests/support/source.ts'
import { listAll } from '../../../../tests/support/upload-queue.ts'

t.setTimeout(900_000)
const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { begin, urlsOf, ended } = remoteBatches(app.coffer.platform.db)

t.test('A42: rejected URLs and the limits of a call', async (t) => {
  const ann = await signUp(app)
  const bad = ['ftp://a.example/x', 'http://u:p@a.example/', 'http://a.example:22/', 'http://h:80@127.0.0.1', 'x']
  const answer = await begin(ann, bad)
  t.equal(answer.status, 422)
  t.match(answer.body, {
    code: 'bad-remote-url',
    errors: {
      'urls.0': [/http:\/\/ or https:/],
      'urls.1': [/password/],
      'urls.2': [/port/],
      'urls.3': [/password/],
      'urls.4': [/not a link/],
    },
  })
  const shown = await ann.client.get<{ data: unknown[] }>('/api/upload/remote')
  t.same(shown.body.data, [], 'a rejected call creates no batch')
  t.equal((await begin(ann, [])).status, 422)
  t.equal((await begin(ann, Array(51).fill('http://127.0.0.1/'))).status, 422)
  const taken = await Promise.all(Array.from({ length: 4 }, () => begin(ann, Array(20).fill('http://127.0.0.1/'))))
  t.equal(taken.filter(({ status }) => status === 201).length, 2, '50 URLs may be open at a time')
  t.equal(taken.filter(({ status }) => status === 429).length, 2)
  for (const { body } of taken) if (body.data) await ann.client.delete(`/api/upload/remote/${body.data.id}`)
})

t.test('issue 13.22: rejected lines have their reasons, the others are fetched', async (t) => {
  const ann = await signUp(app)
  const good = Array.from({ length: 40 }, (_, at) => `/good-${at}.bin`)
  for (const path of good) source.files.set(path, { size: 100 })
  const bad: [url: string, reason: string][] = [
    ['ftp://a.example/x', 'unsupported-scheme'],
    ['file:///etc/passwd', 'unsupported-scheme'],
    ['http://u:p@a.example/', 'credentials-in-url'],
    ['http://a.example:22/', 'port-not-allowed'],
    ['no link', 'bad-url'],
    ['', 'bad-url'],
    [`https://a.example/${'x'.repeat(5_000)}`, 'bad-url'],
    ['http://\u0000/', 'bad-url'],
    // A44: failures that would reveal the internal network have one reason.
    ['http://192.168.0.1/', 'unreachable'],
    ['http://private.invalid/', 'unreachable'],
  ]
  const urls = [...bad.slice(0, 4).map(([url]) => url), ...good.map(source.url), ...bad.slice(4).map(([url]) => url)]
  const answer = await begin(ann, urls)
  t.equal(answer.status, 201)
  const { id, attributes } = answer.body.data
  t.equal(attributes.urls.length, 50, 'every line is in the batch')
  t.match(attributes.progress, { total: 50, failed: 8 }, 'lines rejected by their text failed at once')
  const reasons = (await ended(id)).map(({ failure_reason, status }) => failure_reason ?? status)
  const told = bad.map(([, reason]) => reason)
  t.same(reasons, [...told.slice(0, 4), ...good.map(() => 'done'), ...told.slice(4)])
  t.equal((await listAll(ann.client, null)).length, 40)

  const rejected = attributes.urls[0]?.id as string
  for (const body of [{ urls: [rejected] }, {}])
    t.equal((await ann.client.post(`/api/upload/remote/${id}/retry`, body)).status, 200)
  t.equal((await ended(id))[0]?.failure_reason, 'unsupported-scheme', 'a retry does not fetch a rejected line')
})

t.test('retried URLs count towards the limit like new ones', async (t) => {
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
