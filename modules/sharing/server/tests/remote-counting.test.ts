import t from 'tap'
import { anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { sendFile } from '../../../../tests/support/file-requests.ts'
import { remoteActions, retryAt } from '../../../../tests/support/remote.ts'
import { testSource } from '../../../../tests/support/remote-source.ts'
import { listAll } from '../../../../tests/support/upload-queue.ts'
import type { Listing, RemoteBatch } from '../../../storage/contract.ts'

const source = await testSource(t)
const app = await testApp(t, { env: { EGRESS_ALLOW: source.host } })
const { db } = app.coffer.platform
const owner = await signUp(app)
const { begin, outcome, held, linkOf, requestOf, shown } = remoteActions({ db, owner, source })

t.beforeEach(async () => {
  await db.query('delete from rate_limits')
  await db.query('delete from remote_batches')
})
const nothings = (count: number, from = 0) => Array.from({ length: count }, (_none, n) => `/nothing-${from + n}`)
/** Counts by rate limit. */
const counted = async (kind: string) => {
  const [row] = await db.query<{ sum: number }>(
    `select coalesce(sum(count), 0)::int as sum from rate_limits where key like $1 || ':%'`,
    [kind],
  )
  return row?.sum
}

t.test('remote upload: limited by link and by network', async (t) => {
  const { at } = await linkOf('without end')
  const editor = anonymous(app)
  const first = await begin(editor, at, nothings(50))
  t.equal(first.status, 201)
  t.equal((await begin(editor, at, nothings(50))).status, 429, 'fifty wait at most')
  await outcome(first.body.data.id)
  const second = await begin(editor, at, nothings(50))
  t.equal(second.status, 201, 'a rejected call does not count')
  await outcome(second.body.data.id)
  t.equal((await begin(editor, at, ['/nothing'])).status, 429, 'a hundred an hour from one network')
  // Other networks have used the rest of the day's thousand.
  for (let n = 0; n < 18; n += 1) t.equal((await begin(anonymous(app), at, nothings(50))).status, 201)
  t.equal((await begin(anonymous(app), at, ['/nothing'])).status, 429)
})

t.test('remote upload: rejected calls count nothing, by a link and by a request', async (t) => {
  for (const { at } of [await linkOf('typos'), await requestOf()]) {
    await db.query('delete from rate_limits')
    const uploader = anonymous(app)
    const typo = await uploader.post(at, { urls: ['no link', 'ftp://a.example/'] })
    t.equal(typo.status, 422)
    t.same(
      [await counted('public-remote'), await counted('public-remote-all'), await counted('request-files')],
      [0, 0, 0],
    )
    for (const count of [50, 10]) await outcome((await begin(uploader, at, nothings(count))).body.data.id)
    t.equal((await begin(uploader, at, nothings(41))).status, 429)
    t.same(await counted('public-remote'), 60)
    t.equal((await begin(uploader, at, nothings(40))).status, 201, 'forty are left')
    t.same(await counted('request-files'), at.startsWith('/api/file-request') ? 100 : 0)
  }
})

t.test(
  'remote upload: an invalid URL of an editor or uploader is reported, counts nothing, and blocks no other',
  async (t) => {
    source.files.set('/among-bad.bin', { size: 100 })
    for (const { at } of [await linkOf('bad lines'), await requestOf()]) {
      await db.query('delete from rate_limits')
      const uploader = anonymous(app)
      const urls = ['no link', source.url('/among-bad.bin'), 'ftp://a.example/', 'http://a.example:5432/']
      const made = await uploader.post<{ data: RemoteBatch }>(at, { urls })
      t.equal(made.status, 201)
      t.same(
        made.body.data.attributes.urls.map(({ url, reason }) => [url, reason]),
        [
          ['no link', 'invalid-url'],
          [source.url('/among-bad.bin'), null],
          ['ftp://a.example/', 'unsupported-scheme'],
          ['http://a.example:5432/', 'port-not-allowed'],
        ],
      )
      t.same(await counted('public-remote'), 1)
      t.same(await outcome(made.body.data.id), ['invalid-url', 'done', 'unsupported-scheme', 'port-not-allowed'])
    }
  },
)

t.test('remote upload: a retry counts the URLs it starts, however many batches were added since', async (t) => {
  for (const { at } of [await linkOf('again and again'), await requestOf()]) {
    await db.query('delete from rate_limits')
    const uploader = anonymous(app)
    const old = (await begin(uploader, at, nothings(30))).body.data.id
    await outcome(old)
    for (let n = 0; n < 20; n += 1) await outcome((await begin(uploader, at, nothings(1))).body.data.id)
    t.same(await counted('public-remote'), 50)
    t.equal((await uploader.post(retryAt(at, old), {})).status, 200)
    await outcome(old)
    t.same(await counted('public-remote'), 80)
    t.equal((await uploader.post(retryAt(at, old), {})).status, 429)
    t.equal((await outcome(old)).length, 30, 'nothing of it was begun')
    t.same([await counted('public-remote'), await counted('public-remote-all')], [80, 80])
    t.equal((await uploader.post(retryAt(at, crypto.randomUUID()), {})).status, 404)
  }
})

t.test('remote upload: two parallel retries count once', async (t) => {
  const { at } = await linkOf('twice')
  const editor = anonymous(app)
  const paths = Array.from({ length: 20 }, (_none, n) => `/twice-${n}.bin`)
  const { id } = (await begin(editor, at, paths)).body.data
  await outcome(id)
  const files = paths.map(held)
  const answers = await Promise.all([1, 2, 3].map(() => editor.post(retryAt(at, id), {})))
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  t.same(await counted('public-remote'), 40)
  for (const file of files) delete file.holdAt
  await outcome(id)
})

t.test('remote upload: a retry uses the editor’s current grant', async (t) => {
  const { at, token, id, folder } = await linkOf('locked twice', { password: 'first words' })
  const editor = anonymous(app)
  const unlock = async (password: string) =>
    t.equal((await editor.post(`/api/sharing/authenticate/${token}`, { password })).status < 300, true)
  await unlock('first words')
  const batch = (await begin(editor, at, ['/late-letter.bin'])).body.data.id
  t.same(await outcome(batch), ['not-found'])
  source.files.set('/late-letter.bin', { size: 100 })
  await owner.client.patch(`/api/share/${token}`, { password: 'second words' })
  t.equal((await editor.post(retryAt(at, batch), {})).status, 403)
  await unlock('second words')
  t.equal((await editor.post(retryAt(at, batch), {})).status, 200)
  t.same(await outcome(batch), ['done'])
  t.equal((await listAll(owner.client, folder)).length, 1)
  const lines = await db.query("select ip from share_access_log where share_id = $1 and action = 'uploaded'", [id])
  t.match(lines, [{ ip: /\.0$/ }], 'the log knows from where')
})

t.test('reading a request creates no uploader', async (t) => {
  const { at, id } = await requestOf()
  const visitor = anonymous(app)
  t.same(await shown(visitor, at), [])
  t.equal((await visitor.post(retryAt(at, crypto.randomUUID()), {})).status, 404)
  t.notOk([...visitor.cookies.keys()].some((name) => name.startsWith('request_')))
  t.same(await db.query('select 1 from file_request_uploaders where request_id = $1', [id]), [])
})

t.test('remote upload: failed URLs create no folder; the first file does', async (t) => {
  source.files.set('/first-file.bin', { size: 2_000 })
  source.files.set('/second-file.bin', { size: 2_000 })
  const { at, id, token } = await requestOf({ folder_per_uploader: true })
  const uploader = anonymous(app)
  t.same(await outcome((await begin(uploader, at, ['/no-file', '/none'])).body.data.id), ['not-found', 'not-found'])
  const folder = async () =>
    (await db.query<{ folder_id: string | null }>('select folder_id from file_requests where id = $1', [id]))[0]
      ?.folder_id
  t.equal(await folder(), null)
  t.equal((await begin(uploader, at, ['/x'], await anyFolder())).status, 404, 'nowhere else')
  const batch = (await begin(uploader, at, ['/first-file.bin', '/second-file.bin'])).body.data.id
  t.same(await outcome(batch), ['done', 'done'])
  t.type(await folder(), 'string')
  await sendFile(uploader, token, 'by-hand.txt', 'x')
  const { body } = await uploader.get<Listing>(`/api/file-request/${token}/browse/all`)
  t.same(body.data.map(({ data }) => data.attributes.name).sort(), ['by-hand.txt', 'first-file.bin', 'second-file.bin'])
  const places = await db.query('select distinct parent_id from items where name = any($1)', [
    ['by-hand.txt', 'first-file.bin', 'second-file.bin'],
  ])
  t.equal(places.length, 1, 'all in the one folder')
})

/** An active folder of the owner, out of the uploaders' scope. */
const anyFolder = async () => (await linkOf('not theirs')).folder
