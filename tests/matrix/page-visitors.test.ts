import t from 'tap'
import { type Actor, anonymous, signIn, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { sendFile } from '../support/file-requests.ts'
import { pageFolders } from '../support/page-folders.ts'
import { linkPassword, pageUrls } from '../support/page-urls.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
// Without an engine the billing page leads to the profile.
await app.coffer.platform.settings.set({ subscription_type: 'fixed' })

interface Visitor {
  name: string
  client: () => Client
  headers: Record<string, string>
  /** Texts that only this visitor may read, besides their cookies. */
  secrets: string[]
}

const owner = await signUp(app, { name: 'Ann Canary' })
const { urls, lockedToken, requestToken } = await pageUrls(owner)

const unlock = async (client: Client) => {
  const html = await (await client.fetch(`/share/${lockedToken}/authenticate`)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  await client.fetch(`/share/${lockedToken}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, password: linkPassword }).toString(),
  })
}

const enterAs = async (client: Client, name: string, email: string) => {
  await sendFile(client, requestToken, `From ${name}.txt`, name)
  await client.post(`/api/file-request/${requestToken}/uploader`, { name, email })
}

/** Visitors whose pages must not share private data, and pairs that a cache could confuse. */
const visitors = async (owner: Actor): Promise<Visitor[]> => {
  const withClient = async (name: string, prepare: (client: Client) => Promise<unknown>, secrets: string[] = []) => {
    const client = anonymous(app)
    await prepare(client)
    return { name, client: () => client, headers: {}, secrets }
  }
  const other = await signUp(app, { name: 'Bob Canary' })
  const second = await signIn(app, owner)
  await owner.client.post('/api/create-folder', { name: 'Only for the owner' })
  // The owner of a file request sees the uploaders' names.
  const ofOwner = [owner.email, 'Only for the owner', 'Greta Visitor', 'Hugo Visitor']
  const csrf = (client: Client) => client.get('/api/csrf')
  const fresh = (name: string, headers: Record<string, string> = {}): Visitor => ({
    name,
    client: () => anonymous(app),
    headers,
    secrets: [],
  })
  return [
    fresh('first visit'),
    fresh('another first visit'),
    fresh('first visit in German', { 'accept-language': 'de' }),
    fresh('first visit with dark theme', { cookie: 'theme=dark' }),
    fresh('visit after the cookie notice', { cookie: 'cookie_notice=declined' }),
    fresh('first visit in a frame', { 'sec-fetch-dest': 'iframe' }),
    fresh('first visit with a forged token', { cookie: 'XSRF-TOKEN=forged' }),
    await withClient('returning', csrf),
    await withClient('another returning', csrf),
    await withClient('with the link unlocked', unlock),
    await withClient('with the link unlocked as well', unlock),
    await withClient('uploader', (client) => enterAs(client, 'Greta Visitor', 'greta@example.org'), [
      'Greta Visitor',
      'greta@example.org',
    ]),
    await withClient('another uploader', (client) => enterAs(client, 'Hugo Visitor', 'hugo@example.org'), [
      'Hugo Visitor',
      'hugo@example.org',
    ]),
    { name: 'owner', client: () => owner.client, headers: {}, secrets: ofOwner },
    { name: 'owner in a second browser', client: () => second.client, headers: {}, secrets: ofOwner },
    { name: 'another user', client: () => other.client, headers: {}, secrets: [other.email, 'Bob Canary'] },
  ]
}

interface Shown {
  status: number
  /** The whole response, with this visitor's own values replaced by their names. */
  normal: string
  raw: string
  /** Values that only this visitor may receive. */
  own: string[]
  formToken: string | undefined
  cookieToken: string
}

const show = async (visitor: Visitor, path: string): Promise<Shown> => {
  const client = visitor.client()
  const answer = await client.fetch(path, { headers: { ...visitor.headers, 'accept-encoding': 'gzip' } })
  const html = await answer.text()
  const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? ''
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]?.split('=').slice(1).join('=') ?? '')
  const values = [...client.cookies].map(([, value]) => value).filter((value) => value.length > 12)
  const own = [...new Set([...set, ...values, nonce])].filter((value) => value.length > 12)
  const headers = [...answer.headers].filter(([name]) => !['date', 'content-length', 'x-request-id'].includes(name))
  const raw = `${JSON.stringify(headers)}\n${html}`
  const normal = own
    .reduce((text, value) => text.replaceAll(value, '<own>'), raw)
    .replace(/"renderedAt":\d{13}/g, '"renderedAt":0')
    // When the rows were read.
    .replace(/"until":"[^"]*"/g, '"until":"<time>"')
    // On a slow machine, a minute begins between the two pages.
    .replace(/\b(\d+ (second|minute)s? ago|now)\b/g, '<time>')
    // A cookie is set once; later requests send it.
    .replace(/\["set-cookie","[^"]*"\],/g, '')
  const formToken = /name="csrf" value="([^"]*)"/.exec(html)?.[1]
  return { status: answer.status, normal, raw, own, formToken, cookieToken: client.cookies.get('XSRF-TOKEN') ?? '' }
}

/** Empties the page cache: any mutating request does. */
const emptyCache = () => anonymous(app).fetch('/api/nothing', { method: 'POST' })

const everybody = await visitors(owner)
// Later visits would change the order of the owner's sessions, and “Active now” to “1 minute ago”.
await app.coffer.platform.db.query(`update sessions set last_seen_at = created_at + interval '1 hour'`)

t.strictSame(Object.keys(urls).sort(), pageFolders(), 'every page is listed')

/** The page, and the JSON of client-side navigation. */
const formsOf = (address: string): string[] => {
  const [path = '', query] = address.split('?')
  return [address, `${path === '/' ? '' : path}/index.pageContext.json${query ? `?${query}` : ''}`]
}

// Administrators' pages are one 404 for all of these visitors, so that some are enough; admin.test.ts asks for their JSON.
const some = everybody.filter(({ name }) => ['first visit', 'returning', 'owner', 'another user'].includes(name))
/** The second of a pair, where what they have in common means nothing, is one more returning visitor. */
const pairsOf = { '/share/': 'with the link unlocked as well', '/request/': 'another uploader' }
const visitorsOf = (path: string) =>
  everybody.filter(({ name }) =>
    Object.entries(pairsOf).every(([at, second]) => name !== second || path.startsWith(at)),
  )
const cases = Object.entries(urls).flatMap(([page, paths]) =>
  page.startsWith('modules/admin/')
    ? paths.map((path) => ({ page, path, visitors: some }))
    : paths.flatMap(formsOf).map((path) => ({ page, path, visitors: visitorsOf(path) })),
)

for (const { page, path, visitors } of cases)
  t.test(`A68: ${path.replace(/[\w-]{22,}/g, '…')} is each visitor's own (${page})`, async (t) => {
    const alone: Shown[] = []
    for (const visitor of visitors) {
      await emptyCache()
      alone.push(await show(visitor, path))
    }
    await emptyCache()
    const inTurn: Shown[] = []
    for (const visitor of visitors) inTurn.push(await show(visitor, path))
    await emptyCache()
    const atOnce = await Promise.all(visitors.map((visitor) => show(visitor, path)))
    for (const shown of [inTurn, atOnce])
      for (const [at, { status, normal, raw, formToken, cookieToken }] of shown.entries()) {
        const { name } = visitors[at] as Visitor
        const expected = alone[at] as Shown
        if (status !== expected.status || normal !== expected.normal)
          t.equal(normal, expected.normal, `${name}: the same page as without other visitors`)
        if (formToken !== undefined) t.equal(formToken, cookieToken, `${name}: the form carries their own token`)
        for (const [other, { own }] of shown.entries()) {
          if (other === at || visitors[other]?.client() === visitors[at]?.client()) continue
          const foreign = [...own, ...(visitors[other]?.secrets ?? [])].filter(
            (value) => raw.includes(value) && !(visitors[at] as Visitor).secrets.includes(value),
          )
          if (foreign.length > 0) t.strictSame(foreign, [], `${name} sees nothing of ${visitors[other]?.name}`)
        }
      }
    t.ok(
      alone.every(({ status }) => status < 500),
      'and none fails',
    )
  })
