import t from 'tap'
import { wizardSteps } from '../../modules/installer/contract.ts'
import { type Actor, anonymous, signIn, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { makeFileRequest, sendFile } from '../support/file-requests.ts'
import { pageFolders } from '../support/page-folders.ts'
import { makeFolder, makeShare, putFile } from '../support/shares.ts'
import { createTeam, invitationOf } from '../support/teams.ts'

const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
// Without an engine the billing page leads to the profile.
await app.coffer.platform.settings.set({ subscription_type: 'fixed' })
const password = 'open the door'

interface Visitor {
  name: string
  client: () => Client
  headers: Record<string, string>
  /** Texts that only this visitor may read, besides their cookies. */
  secrets: string[]
}

/** Hidden from all visitors of this test; admin.test.ts shows them to an administrator. */
const adminPages = (): Record<string, string[]> =>
  Object.fromEntries(
    pageFolders()
      .filter((folder) => folder.startsWith('modules/admin/'))
      .map((folder) => [
        folder,
        [
          folder
            .replace('modules/admin/pages', '')
            .replace('/legal-pages', '/pages')
            .replace('@slug', 'cookie-policy')
            .replace(/@\w+/g, '00000000-0000-4000-8000-000000000000'),
        ],
      ]),
  )

/** Each page of the product with its URLs; a page that is missing here fails the test. */
const urlsByPage = async (owner: Actor): Promise<Record<string, string[]>> => {
  const folder = await makeFolder(owner, 'Shared folder')
  const file = await putFile(owner, 'Figures.txt', 'one, two, three', folder)
  const share = await makeShare(owner, { id: folder, type: 'folder' })
  const editable = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Editable'), type: 'folder' },
    { permission: 'editor' },
  )
  const single = await makeShare(owner, { id: file.id, type: 'file' })
  const locked = await makeShare(
    owner,
    { id: await makeFolder(owner, 'Locked'), type: 'folder' },
    { password, protected: true },
  )
  lockedToken = locked.token
  const request = await makeFileRequest(owner, { title: 'Send me files' })
  requestToken = request.token
  const named = await makeFileRequest(owner, { require_name: true, require_email: true })
  const team = await createTeam(owner, [[{ email: 'invited@example.org' }, 'can_view']])
  const platform = 'modules/storage/pages/platform'
  const ofShares = 'modules/sharing/pages'
  const auth = 'modules/users/pages/(auth)'
  return {
    'modules/site/pages/index': ['/'],
    'modules/site/pages/demo': ['/demo'],
    'modules/site/pages/page': ['/page/privacy-policy', '/page/cookie-policy?lang=de'],
    'modules/site/pages/contact-us': ['/contact-us', '/contact-us?problem=too-many-attempts'],
    'modules/site/pages/developers': ['/developers'],
    'modules/site/pages/temporary-unavailable': ['/temporary-unavailable'],
    ...adminPages(),
    'modules/installer/pages/install': ['/install'],
    ...Object.fromEntries(
      wizardSteps.map((step) => [`modules/installer/pages/setup-wizard/${step}`, [`/setup-wizard/${step}`]]),
    ),
    'pages/_error': ['/nowhere', '/platform/nowhere'],
    [`${auth}/sign-in`]: ['/sign-in', '/sign-in?redirect=%2Fplatform%2Ftrash'],
    [`${auth}/sign-up`]: ['/sign-up'],
    [`${auth}/forgotten-password`]: ['/forgotten-password'],
    [`${auth}/create-new-password`]: ['/create-new-password?token=abc'],
    [`${auth}/successfully-verified`]: ['/successfully-verified'],
    [`${auth}/successfully-send`]: ['/successfully-send'],
    [`${auth}/confirm-email`]: ['/confirm-email?token=abc'],
    'modules/users/pages/user/profile': ['/user/profile'],
    'modules/users/pages/user/settings/password': ['/user/settings/password'],
    [`${platform}/files`]: ['/platform/files', `/platform/files/${folder}`],
    [`${platform}/recent-uploads`]: ['/platform/recent-uploads'],
    [`${platform}/trash`]: ['/platform/trash'],
    'modules/billing/pages/card-form': ['/user/settings/billing/card'],
    'modules/billing/pages/user/settings/billing': ['/user/settings/billing'],
    'modules/storage/pages/user/settings/storage': ['/user/settings/storage'],
    [`${ofShares}/platform/my-shared-items`]: ['/platform/my-shared-items'],
    [`${ofShares}/platform/requests`]: ['/platform/requests'],
    'modules/teams/pages/platform/team-folders': ['/platform/team-folders', '/platform/team-folders?new'],
    'modules/teams/pages/platform/shared-with-me': ['/platform/shared-with-me'],
    'modules/teams/pages/team-folder-invitation': [
      `/team-folder-invitation/${invitationOf(team, { email: 'invited@example.org' })}`,
    ],
    [`${ofShares}/share/link`]: [`/share/${share.token}`],
    [`${ofShares}/share/files`]: [share, editable, locked].map(({ token }) => `/share/${token}/files`),
    [`${ofShares}/share/file`]: [`/share/${single.token}/file`],
    [`${ofShares}/share/authenticate`]: [
      `/share/${locked.token}/authenticate`,
      `/share/${locked.token}/authenticate?problem=wrong-password`,
    ],
    [`${ofShares}/share/report`]: [`/share/${share.token}/report`, `/share/${locked.token}/report?sent=1`],
    [`${ofShares}/request/index`]: [`/request/${request.token}`],
    [`${ofShares}/request/upload`]: [
      `/request/${request.token}/upload`,
      `/request/${named.token}/upload`,
      `/request/${request.token}/upload?sent=1`,
    ],
  }
}

let [lockedToken, requestToken] = ['', '']

const unlock = async (client: Client) => {
  const html = await (await client.fetch(`/share/${lockedToken}/authenticate`)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  await client.fetch(`/share/${lockedToken}/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, password }).toString(),
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
  const ofOwner = [owner.email, 'Only for the owner', 'Greta Guest', 'Hugo Guest']
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
    fresh('first visit with a forged token', { cookie: 'XSRF-TOKEN=forged' }),
    await withClient('returning', csrf),
    await withClient('another returning', csrf),
    await withClient('with the link unlocked', unlock),
    await withClient('with the link unlocked as well', unlock),
    await withClient('uploader', (client) => enterAs(client, 'Greta Guest', 'greta@example.org'), [
      'Greta Guest',
      'greta@example.org',
    ]),
    await withClient('another uploader', (client) => enterAs(client, 'Hugo Guest', 'hugo@example.org'), [
      'Hugo Guest',
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
  const headers = [...answer.headers].filter(([name]) => !['date', 'content-length'].includes(name))
  const raw = `${JSON.stringify(headers)}\n${html}`
  const normal = own
    .reduce((text, value) => text.replaceAll(value, '<own>'), raw)
    .replace(/"now":\d{13}/g, '"now":0')
    // A cookie is set once; later requests send it.
    .replace(/\["set-cookie","[^"]*"\],/g, '')
  const formToken = /name="csrf" value="([^"]*)"/.exec(html)?.[1]
  return { status: answer.status, normal, raw, own, formToken, cookieToken: client.cookies.get('XSRF-TOKEN') ?? '' }
}

/** Empties the page cache: any mutating request does. */
const emptyCache = () => anonymous(app).fetch('/api/nothing', { method: 'POST' })

const owner = await signUp(app, { name: 'Ann Canary' })
const addresses = await urlsByPage(owner)
const everybody = await visitors(owner)

t.strictSame(Object.keys(addresses).sort(), pageFolders(), 'every page is listed')

/** The page, and the JSON of client-side navigation. */
const formsOf = (address: string): string[] => {
  const [path = '', query] = address.split('?')
  return [address, `${path === '/' ? '' : path}/index.pageContext.json${query ? `?${query}` : ''}`]
}

// Administrators' pages are one 404 for all of these visitors; admin.test.ts asks for their JSON.
for (const [page, paths] of Object.entries(addresses))
  for (const path of page.startsWith('modules/admin/') ? paths : paths.flatMap(formsOf))
    t.test(`issue 13.13 (A68): ${path.replace(/[\w-]{22,}/g, '…')} is each visitor's own (${page})`, async (t) => {
      const alone: Shown[] = []
      for (const visitor of everybody) {
        await emptyCache()
        alone.push(await show(visitor, path))
      }
      await emptyCache()
      const inTurn: Shown[] = []
      for (const visitor of everybody) inTurn.push(await show(visitor, path))
      await emptyCache()
      const atOnce = await Promise.all(everybody.map((visitor) => show(visitor, path)))
      for (const shown of [inTurn, atOnce])
        for (const [at, { status, normal, raw, formToken, cookieToken }] of shown.entries()) {
          const { name } = everybody[at] as Visitor
          const expected = alone[at] as Shown
          if (status !== expected.status || normal !== expected.normal)
            t.equal(normal, expected.normal, `${name}: the same page as without other visitors`)
          if (formToken !== undefined) t.equal(formToken, cookieToken, `${name}: the form carries their own token`)
          for (const [other, { own }] of shown.entries()) {
            if (other === at || everybody[other]?.client() === everybody[at]?.client()) continue
            const foreign = [...own, ...(everybody[other]?.secrets ?? [])].filter(
              (value) => raw.includes(value) && !(everybody[at] as Visitor).secrets.includes(value),
            )
            if (foreign.length > 0) t.strictSame(foreign, [], `${name} sees nothing of ${everybody[other]?.name}`)
          }
        }
      t.ok(
        alone.every(({ status }) => status < 500),
        'and none fails',
      )
    })
