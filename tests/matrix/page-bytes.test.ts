import { gzipSync } from 'node:zlib'
import t from 'tap'
import { scriptBytes, scriptPaths } from '../bench/lib/scripts.ts'
import { accountCodePath } from '../support/account-code.ts'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'

const app = await testApp(t, { pages: true })
const owner = await signUp(app, { name: 'Jane Cooper' })
const folder = await makeFolder(owner, 'Photos')
await seedFolder(app.coffer.platform.db, owner.id, 60, { parent: folder, prefix: 'Photo of the feast ' })
const link = await makeShare(owner, { id: folder, type: 'folder' })
const fileLink = await makeShare(owner, await putFile(owner, 'notes.txt', 'Notes of the day'))
const request = await makeFileRequest(owner, { title: 'Photos' })
const visitor = anonymous(app)

/**
 * Limits in KB (1,000 bytes) of a page: its HTML, the same gzipped in one piece, and its scripts, gzipped.
 * They leave about 1 KB of scripts above the size of today: a library or the code of another page is over the limit, a line is not.
 */
const pages = [
  { name: 'link to 60 files', path: `/share/${link.token}/files`, html: 61, gzip: 14.4, scripts: 163 },
  { name: 'link to a file', path: `/share/${fileLink.token}/file`, html: 31, gzip: 9.8, scripts: 158 },
  { name: 'file request', path: `/request/${request.token}/upload`, html: 33.2, gzip: 9.9, scripts: 165.6 },
  { name: 'home page', path: '/', html: 34, gzip: 10, scripts: 152.5 },
  { name: 'legal page', path: '/page/privacy-policy', html: 33, gzip: 9.8, scripts: 150.8 },
  { name: 'contact form', path: '/contact-us', html: 32, gzip: 9.4, scripts: 157 },
  { name: 'API reference', path: '/developers', html: 211, gzip: 30.5, scripts: 150.6 },
  { name: 'call of the API', path: '/developers/patchRenameById', html: 30, gzip: 9.3, scripts: 149.6 },
  { name: 'sign-in', path: '/sign-in', html: 26.8, gzip: 8.6, scripts: 159.3 },
]

for (const { name, path, html, gzip, scripts } of pages)
  t.test(`bytes of a page, ${name}`, async (t) => {
    const answer = await visitor.fetch(path, { headers: { accept: 'text/html' } })
    t.equal(answer.status, 200)
    const document = Buffer.from(await answer.text())
    const atMost = (what: string, bytes: number, limit: number) => {
      t.comment(`${name}, ${what}: ${bytes} bytes`)
      t.ok(bytes <= limit * 1_000, `${what}: ${bytes} bytes, at most ${limit} KB`)
    }
    atMost('HTML', document.length, html)
    atMost('HTML, gzipped', gzipSync(document).length, gzip)
    atMost('scripts, gzipped', await scriptBytes(new URL(path, app.url), {}), scripts)
  })

t.test(
  'the code of signed-in people is requested with each of their pages, and no page of a visitor imports it',
  async (t) => {
    const code = accountCodePath()
    for (const { name, path } of pages)
      t.notOk((await scriptPaths(new URL(path, app.url), {})).includes(code), `visitor: ${name}`)
    // Vike renders the first one.
    for (const path of [`/share/${link.token}/files`, '/page/privacy-policy', '/platform/files'])
      for (const time of ['first', 'second']) {
        const html = await (await owner.client.fetch(path, { headers: { accept: 'text/html' } })).text()
        t.equal(html.split(`"${code}"`).length - 1, 1, `${path}, ${time} document`)
      }
  },
)

t.test('scripts of the files page', async (t) => {
  const cookie = [...owner.client.cookies].map((pair) => pair.join('=')).join('; ')
  const bytes = await scriptBytes(new URL('/platform/files', app.url), { cookie })
  t.comment(`${bytes} bytes`)
  t.ok(bytes <= 201_000, `${bytes} bytes`)
})

t.test('public pages with their inlined styles are at most 40 KB in each language', async (t) => {
  for (const locale of app.coffer.platform.i18n.locales)
    for (const path of ['/', '/page/privacy-policy', '/page/terms-of-service', '/contact-us', '/sign-in']) {
      const answer = await visitor.fetch(path, { headers: { accept: 'text/html', 'accept-language': locale } })
      const html = await answer.text()
      t.match(html, `<html lang="${locale}"`)
      const bytes = Buffer.byteLength(html)
      t.ok(bytes <= 40_000, `${path}, ${locale}: ${bytes} bytes`)
    }
})

t.test('the API reference shows a command and an answer of each call, with what its token needs', async (t) => {
  const html = await (await visitor.fetch('/developers', { headers: { accept: 'text/html' } })).text()
  t.match(html, /<h2 id="storage"/)
  const [, href = ''] = /href="([^"]+)"[^>]*><b[^>]*>PATCH<\/b> <span[^>]*>\/api\/rename\/:id</.exec(html) ?? []
  const details = await (await visitor.fetch(href, { headers: { accept: 'text/html' } })).text()
  t.match(details, /<dd[^>]*>write<\/dd>/)
  t.match(details, 'curl -X PATCH -H &quot;Authorization: Bearer $TOKEN&quot;')
  t.match(details, /-d &#x27;\{&quot;.*\/api\/rename\/\$ID&quot;/)
  t.match(details, /<pre[^>]*>\{\n {2}&quot;data&quot;/)
})

t.test('an entry of a listing is at most 300 bytes on the wire', async (t) => {
  const answer = await owner.client.fetch(`/api/browse/folders/${folder}?per_page=60`)
  t.ok(answer.headers.get('content-encoding'), 'compressed')
  const body = await answer.text()
  t.equal((JSON.parse(body) as { data: unknown[] }).data.length, 60)
  const bytes = gzipSync(body).length
  t.ok(bytes <= 60 * 300, `${bytes} bytes`)
})
