import t from 'tap'
import { anonymous, signUp } from '../support/actors.ts'
import { testApp } from '../support/app.ts'

const appUrl = 'https://files.example.org'
const app = await testApp(t, { pages: true, env: { APP_URL: appUrl } })
const { settings } = app.coffer.platform
const owner = await signUp(app)

interface Head {
  status: number
  title: string | undefined
  canonical: string | undefined
  /** Content by name or property of the `meta` tags. */
  meta: Record<string, string>
}

const headOf = async (path: string, client = anonymous(app), headers: Record<string, string> = {}): Promise<Head> => {
  const answer = await client.fetch(path, { headers })
  const html = await answer.text()
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return {
    status: answer.status,
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    meta: Object.fromEntries([...metas].map(([, name = '', content = '']) => [name, content])),
  }
}

t.test('the home page has title, description and canonical URL', async (t) => {
  const home = await headOf('/')
  const description = 'Coffer keeps your files in one place, safe and within reach of every device you use.'
  const title = 'Your files, on your own server – Coffer'
  t.match(home, { status: 200, title, canonical: `${appUrl}/` })
  t.match(home.meta, {
    description,
    'og:type': 'website',
    'og:site_name': 'Coffer',
    'og:url': `${appUrl}/`,
    'og:title': title,
    'og:description': description,
    'twitter:card': 'summary',
  })
  t.notOk(home.meta.robots)
  t.match(await headOf('/?utm=x', anonymous(app), { 'accept-language': 'de' }), {
    canonical: `${appUrl}/`,
    title: / – Coffer$/,
  })
})

t.test('the head uses the installation’s title, escaped', async (t) => {
  await settings.set({ app_title: 'A&B "Files"', app_description: '<b>Ours</b> & yours' })
  const { meta, title } = await headOf('/?words')
  t.equal(title, 'Your files, on your own server – A&#38;B &#34;Files&#34;')
  t.equal(meta.description, '&#60;b&#62;Ours&#60;/b&#62; &#38; yours')
  t.equal(meta['og:description'], '&#60;b&#62;Ours&#60;/b&#62; &#38; yours')
  t.equal(meta['og:site_name'], 'A&#38;B &#34;Files&#34;')
  await settings.set({ app_title: 'Coffer', app_description: '' })
})

t.test('D32: indexed pages have a canonical URL, all others noindex', async (t) => {
  for (const [path, page] of [
    ['/sign-in', 'Sign in'],
    ['/sign-up', 'Create account'],
  ] as const) {
    const head = await headOf(`${path}?redirect=%2Fplatform%2Ftrash`)
    t.match(head, { status: 200, title: `${page} – Coffer`, canonical: `${appUrl}${path}` })
    t.match(head.meta, { description: /\w/, 'og:title': `${page} – Coffer` })
    t.notOk(head.meta.robots, path)
  }
  const hidden = ['/forgotten-password', '/create-new-password?token=x', '/successfully-send', '/temporary-unavailable']
  for (const path of [
    ...hidden,
    '/successfully-verified',
    '/nowhere',
    '/share/unknown-link/files',
    '/request/unknown-link/upload',
  ]) {
    const { title, canonical, meta } = await headOf(path)
    t.match({ title }, { title: /^.+ – Coffer$/ }, path)
    t.match(meta, { robots: /^noindex/ }, path)
    t.equal(canonical, undefined, path)
  }
  for (const path of ['/platform/files', '/user/settings/storage'])
    t.match((await headOf(path, owner.client)).meta, { robots: 'noindex' }, path)
})

t.test('public pages: languages, structured data and the canonical URL of a language', async (t) => {
  const html = await (await anonymous(app).fetch('/')).text()
  for (const [language, url] of [
    ['de', `${appUrl}/?lang=de`],
    ['en', `${appUrl}/?lang=en`],
    ['x-default', `${appUrl}/`],
  ])
    t.match(html, `<link rel="alternate" hreflang="${language}" href="${url}" />`)
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>([^<]*)<\/script>/.exec(html) ?? []
  t.match(JSON.parse(json), { '@context': 'https://schema.org', '@graph': [{ name: 'Coffer', url: `${appUrl}/` }] })
  const german = await headOf('/page/privacy-policy?lang=de')
  t.match(german, { title: 'Datenschutzerklärung – Coffer', canonical: `${appUrl}/page/privacy-policy?lang=de` })
  t.match(await headOf('/page/privacy-policy?lang=xx'), { canonical: `${appUrl}/page/privacy-policy` })
  t.equal((await headOf('/page/imprint')).status, 404)
  const { pages } = app.coffer.site
  await pages.update('cookie-policy', { content: 'Ours' })
  const untranslated = await (await anonymous(app).fetch('/page/cookie-policy?lang=de')).text()
  t.match(untranslated, `<link rel="canonical" href="${appUrl}/page/cookie-policy" />`)
  t.notMatch(untranslated, 'hreflang="de"')
  t.match(untranslated, /Angezeigte Sprache: English<\/p>.*lang="en"><p>Ours<\/p>/s)
  await pages.update('cookie-policy', { content: '' })
})

t.test('D32: the sitemap names indexed pages only', async (t) => {
  const legal = ['/page/terms-of-service', '/page/privacy-policy', '/page/cookie-policy']
  const listed = async () => {
    const map = await (await anonymous(app).fetch('/sitemap.xml')).text()
    return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  }
  t.strictSame(
    await listed(),
    ['/', ...legal, '/contact-us', '/sign-in', '/developers', '/sign-up'].map((path) => `${appUrl}${path}`),
  )
  for (const url of await listed()) t.equal((await headOf(new URL(url).pathname)).canonical, url)
  await settings.set({ registration: false, allow_homepage: false })
  t.strictSame(
    await listed(),
    [...legal, '/contact-us', '/sign-in', '/developers'].map((path) => `${appUrl}${path}`),
  )
  t.match((await headOf('/sign-up?closed')).meta, { robots: 'noindex' }, 'closed: not indexed')
  t.match(await (await anonymous(app).fetch('/robots.txt')).text(), `Sitemap: ${appUrl}/sitemap.xml`)
})
