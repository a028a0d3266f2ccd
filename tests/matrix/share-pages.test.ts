import t from 'tap'
import { type Actor, anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { poll } from '../support/poll.ts'
import { seedFolder } from '../support/seed.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { canary } from './fixture.ts'

/**
 * Access to the pages of share links, their preview image, direct download and client navigation data, in each state of
 * a link (A06–A19), while the page of another visitor is in the page cache.
 */
const app = await testApp(t, { pages: true })
const { db } = app.coffer.platform
const password = 'matrix words'

interface Shared {
  owner: Actor
  folder: string
  outside: string
  /** A file in the folder. */
  file: string
  token: string
  share: string
}

const shared = async (options: Record<string, unknown> = {}): Promise<Shared> => {
  await db.query('delete from rate_limits')
  const owner = await signUp(app)
  const above = await makeFolder(owner, `${canary} above`)
  const folder = await makeFolder(owner, `${canary} shared`, above)
  const { id: file } = await putFile(owner, `${canary}.txt`, canary, folder)
  const share = await makeShare(owner, { id: folder, type: 'folder' }, options)
  return { owner, folder, outside: above, file, token: share.token, share: share.id }
}

const unlocked = async (token: string): Promise<Client> => {
  const visitor = anonymous(app)
  await visitor.post(`/api/sharing/authenticate/${token}`, { password })
  return visitor
}

const open = async (client: Client, path: string) => {
  const answer = await client.fetch(path)
  const whole = `${[...answer.headers].flat().join('\n')}\n${await answer.text()}`
  return { status: answer.status, location: answer.headers.get('location'), whole }
}
const pagesOf = ({ token, folder, file }: Shared) => [
  `/share/${token}`,
  `/share/${token}/files`,
  `/share/${token}/files/${folder}`,
  `/share/${token}/file`,
  `/share/${token}/file/${file}`,
]
const othersOf = ({ token, folder, file }: Shared) => [
  `/share/${token}/files/${folder}/index.pageContext.json`,
  `/share/${token}/file/${file}/index.pageContext.json`,
  `/api/sharing/preview/${file}/${token}`,
  `/share/${token}/direct`,
  `/share/${token}/card.png`,
]

t.test('A10: a locked link shows only that it is locked', async (t) => {
  const has = await shared({ password })
  // The page of a visitor with access is cached now.
  const friend = await unlocked(has.token)
  t.match((await open(friend, `/share/${has.token}/files/${has.folder}`)).whole, canary, 'the positive control')
  const visitor = anonymous(app)
  for (const path of pagesOf(has)) {
    const { status, location, whole } = await open(visitor, path)
    t.equal(status, 302, path)
    // A page of an item is opened once the link is unlocked.
    const page = path.slice(`/share/${has.token}/`.length)
    const query = page.includes('/') ? `?page=${encodeURIComponent(page)}` : ''
    t.equal(location, `/share/${has.token}/authenticate${query}`, path)
    t.notMatch(whole, canary)
  }
  for (const path of othersOf(has)) t.notMatch((await open(visitor, path)).whole, canary, path)
  t.equal((await open(visitor, `/share/${has.token}/direct`)).status, 403)
  const asked = await open(visitor, `/share/${has.token}/authenticate`)
  t.equal(asked.status, 200)
  t.notMatch(asked.whole, canary)
  t.match(asked.whole, /og:title" content="Protected link/)
})

const ends: [string, (has: Shared) => Promise<unknown>][] = [
  ['revoked', ({ owner, token }) => owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [token] })],
  ['expired', ({ share }) => db.query('update shares set expires_at = now() where id = $1', [share])],
  ['trashed', ({ owner, folder }) => owner.client.post('/api/remove', { items: [{ id: folder, type: 'folder' }] })],
  [
    'the folder above trashed',
    ({ owner, outside }) => owner.client.post('/api/remove', { items: [{ id: outside, type: 'folder' }] }),
  ],
]
for (const [name, end] of ends)
  t.test(`A14, A17: ${name}: the next request is a 404, although the page is cached`, async (t) => {
    const has = await shared()
    const visitor = anonymous(app)
    t.match((await open(visitor, `/share/${has.token}/files/${has.folder}`)).whole, canary)
    t.equal((await open(visitor, `/share/${has.token}`)).location, `/share/${has.token}/files/${has.folder}`)
    await end(has)
    for (const path of pagesOf(has)) {
      const { status, whole } = await open(visitor, path)
      t.equal(status, 404, path)
      t.notMatch(whole, canary)
      t.match(whole, 'This link doesn’t work')
    }
    for (const path of othersOf(has)) {
      const { whole } = await open(visitor, path)
      t.notMatch(whole, canary, path)
    }
    t.equal((await open(visitor, `/share/${has.token}/card.png`)).status, 404)
  })

t.test('A17: a restricted owner leads to the unavailable page; a new password locks at once (A11)', async (t) => {
  const has = await shared({ password })
  const friend = await unlocked(has.token)
  t.match((await open(friend, `/share/${has.token}/files`)).whole, canary)
  await has.owner.client.patch(`/api/share/${has.token}`, { password: 'other matrix words' })
  t.equal((await open(friend, `/share/${has.token}/files`)).location, `/share/${has.token}/authenticate`)
  await db.query(`update users set status = 'suspended' where id = $1`, [has.owner.id])
  for (const path of pagesOf(has)) t.equal((await open(friend, path)).location, '/temporary-unavailable', path)
})

t.test('page cache: visitors share one rendering with a nonce each; signed-in users get their own', async (t) => {
  const has = await shared()
  const path = `/share/${has.token}/files/${has.folder}`
  const bodyOf = async (client: Client) => {
    const answer = await client.fetch(path)
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] as string
    const body = await answer.text()
    t.ok(body.includes(nonce))
    t.equal(answer.headers.get('referrer-policy'), 'no-referrer')
    t.equal(answer.headers.get('x-robots-tag'), 'noindex')
    return body.replaceAll(nonce, '')
  }
  t.equal(await bodyOf(anonymous(app)), await bodyOf(anonymous(app)))
  t.match(await bodyOf(has.owner.client), has.owner.email)
  t.notMatch(await bodyOf(anonymous(app)), has.owner.email)
})

t.test(
  'A17, A68: concurrent visitors share a rendering only; removing the link applies to the next request',
  async (t) => {
    const has = await shared()
    const path = `/share/${has.token}/files/${has.folder}`
    const concurrentVisits = () =>
      Promise.all(
        Array.from({ length: 24 }, async () => {
          const client = anonymous(app)
          const answer = await client.fetch(path, { headers: { 'accept-encoding': 'gzip' } })
          const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] as string
          return { status: answer.status, nonce, body: await answer.text(), cookies: [...client.cookies.values()] }
        }),
      )
    // Rendered for the first visitor, cached, and rendered again in the background: some get the page before, others the new one.
    const timed = /"(renderedAt|size)":\d+|"until":"[^"]+"/g
    for (let round = 0; round < 3; round += 1) {
      const seen = await concurrentVisits()
      t.ok(seen.every(({ status, body }) => status === 200 && body.includes(canary)))
      t.equal(new Set(seen.map(({ nonce }) => nonce)).size, seen.length)
      t.equal(
        new Set(seen.map(({ body, nonce }) => body.replaceAll(nonce, '').replace(timed, ''))).size,
        1,
        'except for the nonce, the times of the rendering, and the size of the tree, which is aggregated later',
      )
      for (const { body, nonce } of seen)
        t.equal([...body.matchAll(/<script [^>]*nonce="([^"]+)"/g)].filter(([, own]) => own !== nonce).length, 0)
      const secrets = seen.flatMap(({ cookies }) => cookies)
      t.equal(secrets.length, new Set(secrets).size)
      t.ok(secrets.length >= seen.length)
      for (const { body } of seen) t.notOk(secrets.some((secret) => body.includes(secret)))
      await new Promise((resolve) => setTimeout(resolve, 450))
    }
    await concurrentVisits()
    await has.owner.client.patch(`/api/share/${has.token}`, { password })
    for (const { status, body } of await concurrentVisits()) {
      t.equal(status, 302, 'a new password locks the link at once')
      t.notMatch(body, canary)
    }
    await has.owner.client.patch(`/api/share/${has.token}`, { password: null })
    t.ok((await concurrentVisits()).every(({ status }) => status === 200))
    const early = concurrentVisits()
    await has.owner.client.post('/api/share/revoke', { _method: 'delete', tokens: [has.token] })
    for (const { status, body } of await concurrentVisits()) {
      t.equal(status, 404, 'revoked')
      t.notMatch(body, canary)
    }
    await early
  },
)

t.test('pages are the same with and without compression', async (t) => {
  const has = await shared()
  const path = `/share/${has.token}/files/${has.folder}`
  const fetchWith = async (encoding: string) => {
    const answer = await anonymous(app).fetch(path, { headers: { 'accept-encoding': encoding } })
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] as string
    return { encoding: answer.headers.get('content-encoding'), body: (await answer.text()).replaceAll(nonce, '') }
  }
  const [plain, packed, rejected] = [
    await fetchWith('identity'),
    await fetchWith('br, gzip'),
    await fetchWith('gzip;q=0'),
  ]
  t.strictSame([plain.encoding, packed.encoding, rejected.encoding], [null, 'gzip', null])
  t.equal(packed.body, plain.body)
})

t.test('share page: the first paint needs no further request but the font’s, for which it does not wait', async (t) => {
  const has = await shared()
  const html = await (await anonymous(app).fetch(`/share/${has.token}/files/${has.folder}`)).text()
  t.match(html, /<style nonce="[^"]+">(?:(?!<\/style>).)*\.share-row/s)
  // Browsers without scripts fetch the whole stylesheets too.
  const fetched = html.replace(/<noscript>.*?<\/noscript>/g, '').replace(/<link[^>]* as="font"[^>]*>/, '')
  t.notMatch(fetched, /<link[^>]*rel="(stylesheet|preload|modulepreload)"/)
  t.equal(html.split('@layer properties{').length, 2, 'app.css is inlined once')
  t.notMatch(html, /<script[^>]* src=/)
  t.match(html, /<script nonce="[^"]+">[^<]*requestAnimationFrame/)
  t.match(html, new RegExp(`<bdi>${canary}.txt</bdi>`))
})

t.test('access log: bots are not logged; a person is logged once', async (t) => {
  const has = await shared()
  const visits = async () =>
    Number(
      (await db.query<{ n: number }>('select count(*) as n from share_access_log where share_id = $1', [has.share]))[0]
        ?.n,
    )
  const visitor = anonymous(app)
  await visitor.fetch(`/share/${has.token}/files`, { headers: { 'user-agent': 'WhatsApp/2.23' } })
  for (let round = 0; round < 3; round += 1) await visitor.fetch(`/share/${has.token}/files`)
  t.equal(await poll(visits), 1)
})

t.test('share page: Open Graph tags, and noindex unless allowed', async (t) => {
  const has = await shared({ allow_indexing: true })
  const { whole } = await open(anonymous(app), `/share/${has.token}/files`)
  t.notMatch(whole, 'noindex')
  t.match(whole, `<link rel="canonical" href="${app.coffer.platform.config.appUrl}/share/${has.token}"`)
  t.match(whole, `/share/${has.token}/card.png"`)
  t.match(whole, /og:title" content="[^"]*\(1 item\) – Coffer"/)
  t.match(whole, `/share/${has.token}/report"`)
  const card = await anonymous(app).fetch(`/share/${has.token}/card.png`)
  const bytes = Buffer.from(await card.arrayBuffer())
  t.strictSame([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630])
})

t.test('share page: counts are formatted in the visitor’s locale', async (t) => {
  const has = await shared()
  await seedFolder(db, has.owner.id, 1_233, { parent: has.folder })
  const { whole } = await open(anonymous(app), `/share/${has.token}/files`)
  t.match(whole, /og:title" content="[^"]*\(1,234 items\) – Coffer"/)
  t.match(whole, '<li>1,234 items</li>')
})

t.test('A13, CSRF: the unlock form needs its own token', async (t) => {
  const has = await shared({ password })
  const path = `/share/${has.token}/authenticate`
  const send = async (visitor: Client, csrf: string, headers: Record<string, string> = {}) =>
    (
      await visitor.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ csrf, password }).toString(),
      })
    ).headers.get('location')
  const formOf = async (visitor: Client) =>
    /name="csrf" value="([^"]+)"/.exec(await (await visitor.fetch(path)).text())?.[1] as string
  const [ann, bob] = [anonymous(app), anonymous(app)]
  const [own, foreign] = [await formOf(ann), await formOf(bob)]
  t.equal(await send(ann, foreign), `${path}?problem=csrf-mismatch`)
  t.equal(await send(ann, own, { 'sec-fetch-site': 'cross-site' }), `${path}?problem=cross-site`)
  t.equal((await open(ann, `/share/${has.token}/files`)).status, 302)
  t.equal(await send(ann, own, { origin: 'null' }), `/share/${has.token}`)
  t.equal((await open(ann, `/share/${has.token}/files`)).status, 200)
})
