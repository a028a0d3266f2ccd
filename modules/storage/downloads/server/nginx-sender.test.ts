import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Actor, anonymous, createAccount, signUp } from '../../../../tests/support/actors.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { localStoreOnly } from '../../../../tests/support/blob-keys.ts'
import { Client } from '../../../../tests/support/client.ts'
import { davOf } from '../../../../tests/support/dav.ts'
import { testNginx } from '../../../../tests/support/nginx.ts'
import { eventually, poll } from '../../../../tests/support/poll.ts'
import { makeShare, putFile } from '../../../../tests/support/shares.ts'
import { maxCachedBlobBytes } from './blob-cache.ts'

const documentation = new URL('../../../../docs/install.md', import.meta.url)

/** The locations as they are documented, for this server and its files. */
const documentedLocations = ({ url, dataDir }: TestApp): string => {
  const [block = ''] = /^ {2}location \/coffer-content\/ .*?(?=^```)/ms.exec(readFileSync(documentation, 'utf8')) ?? []
  return block.replaceAll('http://127.0.0.1:3000', url).replace('/var/lib/coffer/blobs/', `${join(dataDir, 'blobs')}/`)
}

const downloadedBytes = async (app: TestApp, { id }: Actor): Promise<number> => {
  await app.coffer.storage.api.traffic.flush()
  const [row] = await app.coffer.platform.db.query<{ bytes: number }>(
    'select sum(downloaded_bytes)::float8 as bytes from traffic where user_id = $1',
    [id],
  )
  return row?.bytes ?? 0
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

const title = 'X-Accel-Redirect: nginx sends files as this process would, and what it sent is counted'

t.test(title, { skip: localStoreOnly }, async (t) => {
  const app = await testApp(t, { env: { X_ACCEL_REDIRECT: '/coffer-content' } })
  const nginx = await testNginx(t, app.url, documentedLocations(app))
  if (!nginx) return t.comment('nginx is not installed: .ci/run installs it on Debian')
  const jane = await signUp(app)
  const viaNginx = new Client(nginx.url).withCookies([...jane.client.cookies].map(([name, value]) => ({ name, value })))
  const content = randomBytes(maxCachedBlobBytes + 100_000)
  const { id, attributes } = await putFile(jane, 'é “x”.bin', content)
  const url = `/file/${id}?download`

  const direct = await fetch(new URL(url, app.url), { headers: { cookie: jane.client.cookieHeader() } })
  t.equal(direct.headers.get('x-accel-redirect'), null, 'a request that no proxy forwarded is answered itself')
  t.ok((await bytesOf(direct)).equals(content))
  const forwarded = await jane.client.fetch(url)
  t.match(forwarded.headers.get('x-accel-redirect'), /^\/coffer-content\/[\da-f]{2}\/[\da-f]{2}\/[\da-f]{32}$/)
  t.equal((await bytesOf(forwarded)).length, 0, 'the process sends nothing')

  const before = await downloadedBytes(app, jane)
  const whole = await viaNginx.fetch(url)
  t.equal(whole.status, 200)
  t.ok((await bytesOf(whole)).equals(content))
  const own = ['connection', 'date', 'keep-alive', 'server', 'transfer-encoding']
  const seen = (response: Response) => [...response.headers].filter(([name]) => !own.includes(name)).sort()
  t.strictSame(seen(whole), seen(direct), 'with the same headers, and none of the handover')
  await eventually(t, () => downloadedBytes(app, jane), before + content.length)

  const etag = String(direct.headers.get('etag'))
  const modified = String(direct.headers.get('last-modified'))
  const get = (headers: Record<string, string>, method = 'GET') => viaNginx.fetch(url, { method, headers })
  for (const [headers, status, expected] of [
    [{ range: 'bytes=10-19' }, 206, content.subarray(10, 20)],
    [{ range: 'bytes=-5' }, 206, content.subarray(-5)],
    [{ range: 'bytes=10-', 'if-range': etag }, 206, content.subarray(10)],
    [{ range: 'bytes=10-19', 'if-range': '"other"' }, 200, content],
    [{ range: 'bytes=10-19', 'if-range': modified }, 206, content.subarray(10, 20)],
    [{ range: 'bytes=0-0', 'if-range': new Date(modified).toISOString() }, 200, content],
    [{ range: 'bytes=0-0,2-3' }, 200, content],
    [{ 'if-none-match': etag }, 304, Buffer.alloc(0)],
  ] as const) {
    const response = await get(headers)
    t.equal(response.status, status, JSON.stringify(headers))
    t.ok((await bytesOf(response)).equals(expected))
    t.equal(response.headers.get('etag'), etag)
  }
  t.equal((await get({ range: 'bytes=10-19' })).headers.get('content-range'), `bytes 10-19/${content.length}`)
  t.equal((await get({ range: `bytes=${content.length}-` })).status, 416)
  const head = await get({}, 'HEAD')
  t.match([head.status, head.headers.get('content-length')], [200, String(attributes.size)])
  const path = String(forwarded.headers.get('x-accel-redirect'))
  t.equal((await fetch(new URL(path, nginx.url))).status, 404, 'the location is internal')
})

t.test(
  'X-Accel-Redirect: a time that its sender chose proves no equal content',
  { skip: localStoreOnly },
  async (t) => {
    const app = await testApp(t, { env: { X_ACCEL_REDIRECT: '/coffer-content' } })
    const nginx = await testNginx(t, app.url, documentedLocations(app))
    if (!nginx) return t.comment('nginx is not installed: .ci/run installs it on Debian')
    const account = await createAccount(app)
    const [direct, viaNginx] = [davOf(app, account), davOf({ url: nginx.url }, account)]
    const put = (fill: string) =>
      direct('PUT', 'files/x.bin', {
        body: Buffer.alloc(maxCachedBlobBytes + 100_000, fill),
        headers: { 'x-oc-mtime': '1500000000' },
      })
    await put('a')
    const first = await viaNginx('HEAD', 'files/x.bin')
    const date = String(first.headers.get('last-modified'))
    await put('b')
    t.match(await viaNginx('GET', 'files/x.bin', { headers: { range: 'bytes=0-9' } }), {
      status: 206,
      text: 'b'.repeat(10),
    })
    const resumed = await viaNginx('GET', 'files/x.bin', { headers: { range: 'bytes=10-', 'if-range': date } })
    t.equal(resumed.status, 200, 'all of the new content')
    t.equal((await viaNginx('GET', 'files/x.bin', { headers: { 'if-modified-since': date } })).status, 200)
  },
)

t.test('X-Accel-Redirect: limits and traffic count what a visitor received', async (t) => {
  const app = await testApp(t, { env: { X_ACCEL_REDIRECT: '/coffer-content' } })
  const nginx = await testNginx(t, app.url, documentedLocations(app))
  if (!nginx) return t.comment('nginx is not installed: .ci/run installs it on Debian')
  const jane = await signUp(app)
  // More than the buffers of a connection.
  const content = Buffer.alloc(16 << 20, 'x')
  const item = await putFile(jane, 'large.bin', content)
  const share = await makeShare(jane, { id: item.id, type: 'file' }, { max_downloads: 1 })
  const url = `/share/${share.token}/direct`
  const completed = async () => {
    const sql = "select count(*)::int as n from share_access_log where action = 'downloaded' and completed"
    return (await app.coffer.platform.db.query<{ n: number }>(sql))[0]?.n
  }
  const isReported = async () => {
    const sql = 'select 1 from share_access_log where active_transfers > 0'
    return (await app.coffer.platform.db.query(sql)).length === 0
  }

  const visitor = new Client(nginx.url)
  const aborter = new AbortController()
  const broken = await visitor.fetch(url, { signal: aborter.signal })
  t.equal(broken.status, 200)
  await broken.body?.getReader().read()
  aborter.abort()
  t.ok(await poll(isReported), 'nginx reports a broken transfer')
  t.equal(await completed(), 0)
  const partial = await poll(() => downloadedBytes(app, jane))
  t.ok(partial < content.length, `${partial} bytes are counted, not the whole file`)

  t.equal((await bytesOf(await visitor.fetch(url))).length, content.length)
  await eventually(t, completed, 1)
  t.ok((await downloadedBytes(app, jane)) >= content.length)
  t.equal((await new Client(nginx.url).fetch(url)).status, 410, 'the limit is used up')

  const report = { method: 'POST', headers: { 'x-coffer-transfer': 'guess', 'x-coffer-sent': '1' } }
  t.equal((await anonymous(app).fetch('/x-accel/sent', report)).status, 404)
})
