import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'
import { makeFileRequest } from '../support/file-requests.ts'
import { makeFolder, makeShare } from '../support/shares.ts'
import { teamWith } from '../support/teams.ts'

/** The cookie notice and the links to the legal pages, on pages of each layout; what pages of team folders say before any script. */
const app = await testApp(t, { pages: true, env: { API_RATE_LIMIT: '0,0' } })
const { pages } = app.coffer.site
const { settings } = app.coffer.platform
const owner = await signUp(app)
const folder = { id: await makeFolder(owner, 'Photos'), type: 'folder' }
const [open, locked] = [await makeShare(owner, folder), await makeShare(owner, folder, { password: 'long enough' })]
const request = await makeFileRequest(owner, { title: 'Photos' })
const shared = `/share/${open.token}/files`
const visited = [
  '/page/privacy-policy',
  '/sign-in',
  '/sign-up',
  shared,
  `/share/${locked.token}/authenticate`,
  `/request/${request.token}/upload`,
]
const signedIn = ['/platform/files', '/user/profile']

const htmlOf = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const client = signedIn.includes(path) ? owner.client : anonymous(app)
  const cookie = [client.cookieHeader(), headers.cookie].filter(Boolean).join('; ')
  return (await client.fetch(path, { headers: { ...headers, cookie } })).text()
}
const answered = (answer: string) => ({ cookie: `cookie_notice=${answer}` })
const notice = /<form [^>]*class="quiet-row cookie-notice"/
const termsLink = /<a href="\/page\/terms-of-service"/

t.test('every layout has the cookie notice until it is dismissed, and an embedded page has none', async (t) => {
  for (const path of [...visited, ...signedIn]) {
    t.match(await htmlOf(path), notice, path)
    t.notMatch(await htmlOf(path, answered('dismissed')), notice, `${path}, dismissed`)
  }
  // The page of a visitor without a cookie is in the page cache.
  t.match(await htmlOf(shared), notice)
  t.notMatch(await htmlOf(shared, { 'sec-fetch-dest': 'iframe' }), notice, 'embedded')
  t.match(await htmlOf(shared), notice)
})

t.test('sentences that are joined have a space between them, but not in Chinese and Japanese', async (t) => {
  const link = '(<!-- -->)?<a href="/page/cookie-policy"'
  for (const locale of app.coffer.platform.i18n.locales) {
    const isSpaced = locale !== 'ja' && locale !== 'zh'
    const html = await htmlOf('/sign-in', { 'accept-language': locale })
    t.match(html, new RegExp(isSpaced ? `[^ ](<!-- -->)? ${link}` : `[^ >]${link}`), locale)
  }
})

t.test('who has only dismissed the notice is asked about other companies; an answer can be changed', async (t) => {
  await settings.set({ google_analytics: 'G-ABC123XYZ' })
  t.match(await htmlOf('/sign-in', answered('dismissed')), /<button [^>]*value="accepted"/)
  for (const answer of ['accepted', 'declined']) {
    t.notMatch(await htmlOf('/sign-in', answered(answer)), notice, answer)
    t.match(await htmlOf('/user/profile', answered(answer)), /<button [^>]*value="reset"/, `profile, ${answer}`)
  }
  await settings.reset('google_analytics')
})

t.test('every layout links to the legal pages that are visible, without a statement of its own', async (t) => {
  const linking = [...visited, '/user/profile']
  for (const path of linking) t.match(await htmlOf(path), termsLink, path)
  await pages.update('terms-of-service', { visible: false, title: 'Our terms' })
  for (const path of linking) t.notMatch(await htmlOf(path), termsLink, `${path}, hidden`)
  await pages.update('terms-of-service', { visible: true })
  for (const path of linking) t.match(await htmlOf(path), '>Our terms</a>', `${path}, renamed`)
  await pages.update('terms-of-service', { title: '' })
})

t.test('the cookie notice links to the cookie policy while that is visible', async (t) => {
  const policy = /cookie-notice.*href="\/page\/cookie-policy" target="_blank".*value="dismissed"/
  t.match(await htmlOf('/sign-in'), policy)
  await pages.update('cookie-policy', { visible: false })
  t.notMatch(await htmlOf('/sign-in'), policy)
  await pages.update('cookie-policy', { visible: true })
})

t.test('sign-up: says what one agrees to, as far as those pages are visible', async (t) => {
  const linked = async () => {
    const html = (await htmlOf('/sign-up')).replaceAll('<!-- -->', '')
    const [, sentence = ''] = /<p[^>]*>(By creating.*?)<\/p>/.exec(html) ?? []
    return [sentence.replaceAll(/<[^>]+>/g, ''), [...sentence.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)]
  }
  const [terms, privacy] = ['/page/terms-of-service', '/page/privacy-policy']
  t.strictSame(await linked(), [
    'By creating an account, you agree to the terms of service and confirm that you have read the privacy policy.',
    [terms, privacy],
  ])
  await pages.update('privacy-policy', { visible: false })
  t.strictSame(await linked(), ['By creating an account, you agree to the terms of service.', [terms]])
  await pages.update('terms-of-service', { visible: false })
  t.strictSame(await linked(), ['', []])
  await pages.update('privacy-policy', { visible: true })
  t.strictSame(await linked(), [
    'By creating an account, you confirm that you have read the privacy policy.',
    [privacy],
  ])
  await pages.update('terms-of-service', { visible: true })
})

t.test('before the setup there is neither', async (t) => {
  const fresh = await testApp(t, { pages: true, installed: false })
  const html = await (await fetch(`${fresh.url}/setup-wizard/status-check`)).text()
  t.match(html, '<html')
  t.notMatch(html, notice)
  t.notMatch(html, termsLink)
})

t.test('team folders: the tree of a shared folder does not begin as the reader’s own, empty one', async (t) => {
  const [owner, viewer] = [await signUp(app), await signUp(app)]
  const team = await teamWith(owner, [[viewer, 'can_view']], 'Read only')
  for (const [path, none] of [
    ['files', 1],
    ['shared-with-me', 0],
    [`files/${team.id}`, 0],
  ] as const) {
    const html = await (await viewer.client.fetch(`/platform/${path}`)).text()
    t.equal(html.match(/>No folders yet/g)?.length ?? 0, none, path)
  }
  const html = await (await owner.client.fetch(`/platform/files/${team.id}`)).text()
  const [, first] = /<a [^>]*href="([^"]*)"/.exec(html.slice(html.indexOf('aria-label="Path"'))) ?? []
  t.equal(first, '/platform/team-folders', 'the path of the owner begins with their list')
})
