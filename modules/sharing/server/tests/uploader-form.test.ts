import t from 'tap'
import { type Actor, anonymous, signUp } from '../../../../tests/support/actors.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { makeFileRequest } from '../../../../tests/support/file-requests.ts'
import { makeFolder } from '../../../../tests/support/shares.ts'
import type { Item, Listing } from '../../../storage/contract.ts'
import { storageErrors } from '../../../storage/index.ts'

const app = await testApp(t)
const owner = await signUp(app)
type Client = Actor['client']

/** Submits the page's form as a browser without JavaScript does. */
const post = async (uploader: Client, token: string, fields: Record<string, string>, files: Record<string, string>) => {
  await uploader.get('/api/csrf')
  const form = new FormData()
  for (const [name, value] of Object.entries({ csrf: uploader.cookies.get('XSRF-TOKEN') ?? '', ...fields }))
    form.append(name, value)
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name)
  const answer = await uploader.fetch(`/request/${token}/upload`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin: 'null' },
    body: form,
  })
  return { status: answer.status, to: decodeURIComponent(answer.headers.get('location') ?? '') }
}
const sentBy = async (uploader: Client, token: string, folder = 'all') =>
  (await uploader.get<Listing>(`/api/file-request/${token}/browse/${folder}`)).body.data
    .map(({ data }) => data.attributes.name)
    .sort()

t.test('form: several files, after the required name', async (t) => {
  const { token } = await makeFileRequest(owner, { require_name: true })
  const uploader = anonymous(app)
  t.match(await post(uploader, token, {}, { 'a.txt': 'a' }), {
    status: 303,
    to: /problem=sharing\.uploader-name-required$/,
  })
  const answer = await post(uploader, token, { 'uploader-name': 'Ann' }, { 'a.txt': 'a', 'b.txt': 'b', 'ö.txt': 'c' })
  t.same(answer, { status: 303, to: `/request/${token}/upload?sent=3` })
  t.same(await sentBy(uploader, token), ['a.txt', 'b.txt', 'ö.txt'])
  const tooLong = async (field: string, text: string) =>
    (await post(uploader, token, { [field]: text }, { 'x.txt': 'x' })).to
  t.match(await tooLong('uploader-name', 'n'.repeat(121)), /\?problem=platform\.validation-failed$/)
  t.match(await tooLong('uploader-email', `${'n'.repeat(300)}@example.org`), /\?problem=sharing\.invalid-email$/)
  t.match(await post(uploader, token, { 'uploader-name': 'n'.repeat(120) }, { 'd.txt': 'd' }), { to: /\?sent=1$/ })
  t.same(await sentBy(uploader, token), ['a.txt', 'b.txt', 'd.txt', 'ö.txt'])
  t.match(await post(uploader, token, {}, {}), { to: /problem=sharing\.nothing-sent/ })
  t.match(await post(uploader, token, { csrf: 'forged' }, { 'x.txt': 'x' }), { to: /problem=platform\.csrf-mismatch/ })
  t.equal((await sentBy(anonymous(app), token)).length, 0)
})

t.test('form: the rest of a rejected file is skipped, whatever its size', async (t) => {
  const bytes = 'l'.repeat(8_000_000)
  const limited = await makeFileRequest(owner, { max_file_size: 100_000 })
  const uploader = anonymous(app)
  t.match(await post(uploader, limited.token, {}, { '1.txt': '1', 'large.txt': bytes, '2.txt': '2' }), {
    to: /sent=2&rejected=1&name=large\.txt/,
  })
  t.same(await sentBy(uploader, limited.token), ['1.txt', '2.txt'])
  t.match(await post(uploader, limited.token, {}, { '3.txt': '3', ['n'.repeat(300)]: bytes, '4.txt': '4' }), {
    to: /sent=2&rejected=1/,
  })
  t.same(await sentBy(uploader, limited.token), ['1.txt', '2.txt', '3.txt', '4.txt'])
})

t.test('form: under the same terms; names a file that is too large and stores the others', async (t) => {
  const { token } = await makeFileRequest(owner, { max_file_size: 100, max_files: 3 })
  const uploader = anonymous(app)
  t.match(await post(uploader, token, {}, { 'small.txt': 's', 'large.txt': 'l'.repeat(5_000), 'later.txt': 's' }), {
    to: /\?sent=2&rejected=1&name=large\.txt&problem=storage\.too-large$/,
  })
  t.same(await sentBy(uploader, token), ['later.txt', 'small.txt'])
  t.match(await post(uploader, token, {}, { '1.txt': '1', '2.txt': '2', '3.txt': '3' }), {
    to: /\?sent=1&problem=sharing\.file-limit-reached$/,
  })
  await owner.client.delete(`/api/file-request/${token}`)
  t.match(await post(uploader, token, {}, { 'x.txt': 'x' }), { status: 303, to: /request-closed/ })
  t.equal((await post(uploader, 'unknown-token', {}, { 'x.txt': 'x' })).status, 404)
})

t.test('form: a failure of the server leads back to the page, which says what is stored', async (t) => {
  const { token } = await makeFileRequest(owner, {})
  const { uploads } = app.coffer.storage.api
  const { chunk } = uploads
  t.teardown(() => Object.assign(uploads, { chunk }))
  const failures = {
    'storage.disk-full': storageErrors.fail('disk-full'),
    'platform.unavailable': Object.assign(new Error('terminating connection'), { code: '57P01' }),
  }
  for (const [problem, failure] of Object.entries(failures)) {
    let files = 0
    uploads.chunk = async (...given) => {
      files += 1
      if (files > 2) throw failure
      return chunk.apply(uploads, given)
    }
    const { status, to } = await post(anonymous(app), token, {}, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
    t.same([status, to], [303, `/request/${token}/upload?sent=2&problem=${problem}`])
  }
})

t.test('form: names the first rejected files; gives no reason if there are several', async (t) => {
  const { token } = await makeFileRequest(owner, { max_file_size: 100, accepted_types: ['document', 'other'] })
  const uploader = anonymous(app)
  const large = 'l'.repeat(200_000)
  const { to } = await post(
    uploader,
    token,
    {},
    { 'a.txt': large, 'b.jpg': 'b', 'c&d.txt': large, 'e.txt': large, 'f.txt': 'f' },
  )
  t.equal(to, `/request/${token}/upload?sent=1&rejected=4&name=a.txt&name=b.jpg&name=c&d.txt`)
  t.same(await sentBy(uploader, token), ['f.txt'])
})

t.test('form: into an own folder, never into another’s (A18)', async (t) => {
  const { token } = await makeFileRequest(owner, {})
  const [ann, bob] = [anonymous(app), anonymous(app)]
  const made = await ann.post<{ data: Item }>(`/api/file-request/${token}/create-folder`, { name: 'Ann’s' })
  const folder = made.body.data.id
  t.match(await post(ann, token, { parent_id: folder }, { 'in.txt': 'in' }), {
    to: `/request/${token}/upload/${folder}?sent=1`,
  })
  t.same(await sentBy(ann, token, folder), ['in.txt'])
  const beside = await makeFolder(owner, 'beside')
  for (const parent_id of [folder, beside]) {
    const rejected = await post(bob, token, { parent_id }, { 'x.txt': 'x' })
    t.match(rejected.to, /problem=storage\.item-not-found/)
  }
  t.same(await sentBy(ann, token, folder), ['in.txt'])
})
