import t from 'tap'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { tinyVideo } from '../support/tiny-files.ts'
import { canary } from './fixture.ts'

const appUrl = 'https://files.example.org'
const app = await testApp(t, { pages: true, env: { APP_URL: appUrl } })
const { db, settings } = app.coffer.platform
const owner = await signUp(app)

const ask = async (
  fields: Record<string, string | number>,
  headers: Record<string, string> = {},
  by = anonymous(app),
) => {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const answer = await by.fetch(`/oembed?${query}`, { headers })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    whole: `${[...answer.headers].flat().join('\n')}\n${text}`,
  }
}
const describe = async (token: string, size: Record<string, number> = {}) => {
  const { status, text } = await ask({ url: `${appUrl}/share/${token}`, ...size })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}
const headOf = async (path: string, by = anonymous(app)) => {
  const html = await (await by.fetch(path)).text()
  return html.slice(0, html.indexOf('</head>'))
}
const discovery = (head: string) =>
  [...head.matchAll(/<link rel="alternate" type="([^"]+\+oembed)" href="([^"]+)"/g)].map(([, type, url = '']) => ({
    type,
    url: url.replaceAll('&#38;', '&'),
  }))

const folderOf = async (by: Actor, name = canary) => ({ id: await makeFolder(by, name), type: 'folder' })

t.test(
  'oEmbed: a film is a video, everything else of open links is rich, and an editor’s link has no frame',
  async (t) => {
    const film = await putFile(owner, `${canary}.webm`, tinyVideo())
    const { token } = await makeShare(owner, film)
    t.strictSame(await describe(token), {
      type: 'video',
      version: '1.0',
      title: `${canary}.webm`,
      author_name: owner.name,
      provider_name: 'Coffer',
      provider_url: appUrl,
      thumbnail_url: `${appUrl}/share/${token}/card.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
      html: `<iframe src="${appUrl}/share/${token}" width="790" height="680" allowfullscreen frameborder="0"></iframe>`,
      width: 790,
      height: 680,
    })
    const picture = await makeShare(owner, await putFile(owner, 'x.png', 'picture'))
    t.match(await describe(picture.token), { type: 'rich', html: /iframe/ })
    t.match(await describe((await makeShare(owner, await folderOf(owner))).token), { type: 'rich', html: /iframe/ })
    const editors = await describe((await makeShare(owner, await folderOf(owner), { permission: 'editor' })).token)
    t.match(editors, { type: 'link', title: canary })
    for (const field of ['html', 'width', 'height']) t.notOk(field in editors, field)
  },
)

t.test('oEmbed: nothing is larger than what was asked for', async (t) => {
  const { token } = await makeShare(owner, await folderOf(owner))
  const small = await describe(token, { maxwidth: 500, maxheight: 9_000 })
  t.match(small, { width: 500, height: 400, html: /width="500" height="400"/ })
  t.notOk('thumbnail_url' in small)
  t.match(await describe(token, { maxwidth: 1_200, maxheight: 630 }), {
    width: 790,
    height: 400,
    thumbnail_width: 1_200,
  })
  t.equal((await ask({ url: `${appUrl}/share/${token}`, maxwidth: 'wide' })).status, 422)
})

t.test('oEmbed: XML, and 501 for other formats', async (t) => {
  const file = await putFile(owner, 'a<b>&"c".txt', 'text')
  const { token } = await makeShare(owner, file)
  const url = `${appUrl}/share/${token}/file`
  const xml = await ask({ url, format: 'xml', dnt: 1 })
  t.equal(xml.headers.get('content-type'), 'text/xml; charset=utf-8')
  t.match(xml.text, /^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>\n {2}<type>rich<\/type>/)
  t.match(xml.text, '<title>a&#60;b&#62;&#38;&#34;c&#34;.txt</title>')
  t.match(xml.text, `<html>&#60;iframe src=&#34;${appUrl}/share/${token}&#34;`)
  const yaml = await ask({ url, format: 'yaml' })
  t.strictSame([yaml.status, JSON.parse(yaml.text).code], [501, 'format-not-offered'])
})

t.test('oEmbed: a protected link says only that it is protected, also where it is unlocked', async (t) => {
  const password = 'matrix words'
  for (const protection of [{ password }, { require_email_code: true, emails: ['ann@example.org'] }]) {
    const { token } = await makeShare(owner, await folderOf(owner), protection)
    const visitor = anonymous(app)
    await visitor.post(`/api/sharing/authenticate/${token}`, { password })
    for (const by of [anonymous(app), visitor, owner.client])
      for (const path of ['', '/files', '/authenticate']) {
        const { status, whole } = await ask({ url: `${appUrl}/share/${token}${path}` }, {}, by)
        t.equal(status, 401, path)
        t.match(whole, 'share-protected')
        t.notMatch(whole, canary)
        t.notMatch(whole, String(owner.name))
      }
    t.same(discovery(await headOf(`/share/${token}/authenticate`)), [])
    t.same(discovery(await headOf(`/share/${token}/files`, visitor)), [])
  }
})

t.test('oEmbed: 404 for ended links and foreign URLs, also after it was cached', async (t) => {
  const folder = await folderOf(owner)
  const { token, id } = await makeShare(owner, folder)
  const url = `${appUrl}/share/${token}`
  const first = await ask({ url })
  const etag = first.headers.get('etag') as string
  t.equal(first.headers.get('cache-control'), 'public, no-cache')
  t.equal((await ask({ url }, { 'if-none-match': etag })).status, 304)
  t.notSame((await ask({ url, format: 'xml' })).headers.get('etag'), etag)
  for (const foreign of [
    `https://elsewhere.example/share/${token}`,
    `http://files.example.org/share/${token}`,
    `${appUrl}.elsewhere.example/share/${token}`,
    `https://elsewhere.example/?${url}`,
    `${appUrl}/share/${token}/direct`,
    `${appUrl}/request/${token}`,
    `${appUrl}/share/unknown-token`,
    `/share/${token}`,
    'text',
  ]) {
    const { status, text } = await ask({ url: foreign })
    t.strictSame([status, JSON.parse(text).code], [404, 'share-not-found'], foreign)
  }
  t.equal(
    (await ask({ url: `https://ann:secret@files.example.org/share/${token}` })).status,
    200,
    'without credentials',
  )
  await db.query('update shares set expires_at = now() where id = $1', [id])
  t.equal((await ask({ url }, { 'if-none-match': etag })).status, 404, 'expired')
  await db.query('update shares set expires_at = null where id = $1', [id])
  t.equal((await ask({ url }, { 'if-none-match': etag })).status, 304)
  await db.query(`update users set status = 'suspended' where id = $1`, [owner.id])
  const unavailable = await ask({ url })
  t.equal(unavailable.status, 401)
  t.notMatch(unavailable.whole, canary)
  await db.query(`update users set status = 'active' where id = $1`, [owner.id])
  await owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })
  t.equal((await ask({ url }, { 'if-none-match': etag })).status, 404, 'revoked')
})

t.test('pages that other sites may embed name their oEmbed URLs, and films their player', async (t) => {
  const film = await makeShare(owner, await putFile(owner, 'Trip.webm', tinyVideo()))
  const link = `${appUrl}/share/${film.token}`
  for (const by of [anonymous(app), owner.client]) {
    const head = await headOf(`/share/${film.token}/file`, by)
    const found = discovery(head)
    t.same(
      found.map(({ type }) => type),
      ['application/json+oembed'],
    )
    for (const { type, url } of found) {
      t.ok(url.startsWith(`${appUrl}/oembed?`), url)
      const answer = await anonymous(app).fetch(url.slice(appUrl.length))
      t.equal(answer.status, 200)
      t.equal(answer.headers.get('content-type')?.split(';')[0], type?.replace('+oembed', ''))
    }
    for (const [name, content] of Object.entries({
      'og:type': 'video.other',
      'og:video': link,
      'og:video:secure_url': link,
      'og:video:type': 'text/html',
      'og:video:width': '790',
      'og:video:height': '680',
    }))
      t.match(head, `<meta property="${name}" content="${content}"`)
  }
  const locked = await makeShare(owner, await putFile(owner, 'Trip.webm', tinyVideo()), { password: 'matrix words' })
  t.notMatch(await headOf(`/share/${locked.token}/authenticate`), 'video')
  const editors = await makeShare(owner, await folderOf(owner), { permission: 'editor' })
  t.same(discovery(await headOf(`/share/${editors.token}/files`)), [])
  const folder = await headOf(`/share/${(await makeShare(owner, await folderOf(owner))).token}/files`)
  t.equal(discovery(folder).length, 1)
  t.notMatch(folder, 'og:video')
})

t.test('oEmbed: the installation’s title', async (t) => {
  const { token } = await makeShare(owner, await folderOf(owner))
  await settings.set({ app_title: 'Ours' })
  t.match(await describe(token), { provider_name: 'Ours' })
})

t.test('oEmbed: requests of a network are limited', async (t) => {
  const consumer = anonymous(app)
  const send = async () => (await ask({ url: `${appUrl}/nothing` }, {}, consumer)).status
  t.equal(await send(), 404)
  await db.query("update rate_limits set count = 1000 where key like 'oembed:%'")
  const statuses = new Set<number>()
  for (let round = 0; round < 60 && !statuses.has(429); round += 1) statuses.add(await send())
  t.same([...statuses], [404, 429])
  t.equal((await ask({ url: `${appUrl}/nothing` })).status, 404, 'of another network')
})
