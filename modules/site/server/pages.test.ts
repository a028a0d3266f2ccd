import { readdirSync } from 'node:fs'
import t from 'tap'
import { anonymous } from '../../../tests/support/actors.ts'
import { testApp } from '../../../tests/support/app.ts'
import type { TextNode } from '../../web/contract.ts'
import { htmlFromTree } from './services/html-from-tree.ts'
import type { LegalPageText } from './services/page-texts.ts'

const app = await testApp(t)
const { pages } = app.coffer.site
const visitor = anonymous(app)
const read = (slug: string, language = 'en') =>
  visitor.get<{ data: { attributes: Record<string, string> } }>(`/api/page/${slug}?lang=${language}`)

t.test('GET /api/page: the default text in the reader’s language, then the operator’s own', async (t) => {
  await app.coffer.platform.settings.set({ app_title: 'Ours', contact_email: 'desk@example.org' })
  const { body } = await read('privacy-policy')
  t.match(body.data, { id: 'privacy-policy', type: 'page', attributes: { visibility: true, title: 'Privacy policy' } })
  t.match(
    body.data.attributes.content_formatted,
    /<p>This page says which personal data Ours at <a href="http.*desk@example\.org/s,
  )
  t.match((await read('privacy-policy', 'de')).body.data.attributes, { title: 'Datenschutzerklärung' })
  await pages.update('privacy-policy', { title: 'Privacy', content: '## Short\n\nWe store *nothing* of {{app}}.' })
  t.match((await read('privacy-policy', 'de')).body.data.attributes, {
    title: 'Privacy',
    content_formatted: '<h2>Short</h2><p>We store <em>nothing</em> of Ours.</p>',
  })
  await pages.update('privacy-policy', { title: '', content: '' })
  t.match((await read('privacy-policy')).body.data.attributes, { title: 'Privacy policy' })
})

t.test('GET /api/page: own texts by language; where one is missing, that of the installation’s language', async (t) => {
  const { db, settings, languages } = app.coffer.platform
  const change = async (write: Parameters<typeof db.transaction<void>>[0]) => {
    await db.transaction(write)
    await languages.reload()
  }
  const shown = async (language: string) => {
    const { title, content, locale } = (await read('privacy-policy', language)).body.data.attributes
    return [title, content?.slice(0, 8), locale]
  }
  const builtIn = { en: await shown('en'), fr: await shown('fr') }
  t.match(builtIn.fr, ['Politique de confidentialité', /^\S/, 'fr'])

  await pages.update('privacy-policy', { content: 'Über uns' }, { locale: 'de' })
  t.strictSame(await shown('de'), ['Datenschutzerklärung', 'Über uns', 'de'])
  t.strictSame(await shown('fr'), [builtIn.fr[0], 'Über uns', 'de'], 'the operator’s, as long as there is no other')

  await pages.update('privacy-policy', { content: 'About us' })
  t.strictSame(await shown('en'), [builtIn.en[0], 'About us', 'en'])
  t.strictSame(await shown('fr'), [builtIn.fr[0], 'About us', 'en'], 'the one that was written for all')
  t.strictSame(await shown('de'), ['Datenschutzerklärung', 'Über uns', 'de'])
  const german = await pages.find('privacy-policy', 'de')
  t.strictSame(german.translations, ['de', 'en'])
  const sitemap = (await visitor.get<string>('/sitemap.xml')).body
  t.match(sitemap, 'privacy-policy?lang=de"')
  t.notMatch(sitemap, 'privacy-policy?lang=fr"')
  t.match(sitemap, 'cookie-policy?lang=fr"')

  await settings.set({ language: 'de' })
  t.strictSame(await shown('fr'), [builtIn.fr[0], 'Über uns', 'de'])
  await change((tx) => languages.save(tx, 'nl', 'Nederlands'))
  t.strictSame(await shown('nl'), ['Datenschutzerklärung', 'Über uns', 'de'])
  await change((tx) => languages.save(tx, 'de-AT', ''))
  t.strictSame(await shown('de-AT'), ['Datenschutzerklärung', 'Über uns', 'de'], 'not translated, but readable')
  for (const locale of ['nl', 'de-AT']) await change((tx) => languages.remove(tx, locale))
  await settings.set({ language: 'en' })
  await pages.update('privacy-policy', { content: '' }, { locale: 'de' })
  await pages.update('privacy-policy', { content: '' })
  await t.rejects(pages.update('privacy-policy', { title: 'x' }, { locale: 'xx' }), { status: 404 } as never)
})

/** Elements without their texts, and where they link to. */
const outline = (nodes: readonly TextNode[]): unknown[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [[node[0], node[1], ...outline(node.slice(2) as TextNode[])]],
  )

t.test(
  'pages: every shipped language has its own default texts, with the structure and links of the English ones',
  async (t) => {
    const english = await pages.list('en')
    for (const locale of readdirSync('locales').filter((name) => name !== 'en')) {
      const texts = await pages.list(locale)
      for (const [n, page] of texts.entries()) {
        const original = english[n] as LegalPageText
        t.not(page.title, original.title, `${locale} ${page.slug}`)
        t.strictSame(
          outline(pages.format(page.content)),
          outline(pages.format(original.content)),
          `${locale} ${page.slug}`,
        )
      }
      const names = ({ content }: LegalPageText) => [...content.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name)
      const [policy, originalPolicy] = [texts, english].map((all) => all.find(({ slug }) => slug === 'cookie-policy'))
      t.strictSame(
        names(policy as LegalPageText),
        names(originalPolicy as LegalPageText),
        `${locale}: names of cookies`,
      )
    }
  },
)

t.test('GET /api/page: 404 for a hidden page and for another slug', async (t) => {
  await pages.update('cookie-policy', { visible: false })
  t.equal((await read('cookie-policy')).status, 404)
  t.equal((await pages.find('cookie-policy', 'en')).visible, false)
  t.notMatch((await visitor.get<string>('/sitemap.xml')).body, 'cookie-policy')
  await pages.update('cookie-policy', { visible: true })
  t.match((await visitor.get<string>('/sitemap.xml')).body, /cookie-policy\?lang=de"/)
  for (const slug of ['imprint', '..', 'constructor']) t.equal((await read(slug)).status, 404)
  await t.rejects(pages.update('imprint', { title: 'x' }), { status: 404 } as unknown as Error)
})

t.test('pages: hostile contents become harmless elements and texts', (t) => {
  const html = (content: string) => htmlFromTree(pages.format(content))
  const cases: [string, string][] = [
    ['<p onclick="x()">a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    [
      '<p><a href="javascript:alert(1)">x</a> <a href="/contact-us">y</a></p>',
      '<p><a>x</a> <a href="/contact-us" rel="nofollow">y</a></p>',
    ],
    ['<p><a href="&#106;avascript:x">x</a><a href="//evil.example">z</a></p>', '<p><a>x</a><a>z</a></p>'],
    ['<img src=x onerror=alert(1)><svg><script>x</script></svg><p>ok', '<p>ok</p>'],
    ['<style>p{color:red}</style><h1>T</h1><b>bold</i></b><iframe src="//x">', '<h2>T</h2><strong>bold</strong>'],
    ['<constructor>x</constructor><p>&toString; &nbsp;</p>', 'x<p>&#38;toString; \u00a0</p>'],
    ['<p>1 < 2 &lt;script&gt; &amp; &#x41;</p>', '<p>1 &#60; 2 &#60;script&#62; &#38; A</p>'],
    [
      '<p>Datenschutzerkl&auml;rung &sect; 5 &copy; 2026 &ndash; &euro;</p>',
      '<p>Datenschutzerklärung § 5 © 2026 – €</p>',
    ],
    [
      '<div>Example Ltd</div><div>1 <b>Main</b> Street<ul><li>x</li></ul></div>',
      '<p>Example Ltd</p><p>1 <strong>Main</strong> Street</p><ul><li>x</li></ul>',
    ],
    [
      '<section><h2><div>A</div></h2><p>b<div>c</div></p><dl><dt>d<dd>e</dl></section>f',
      '<h2>A</h2><p>b</p><p>c</p><p>d</p><p>e</p>f',
    ],
    [
      '<!DOCTYPE html><?xml version="1.0"?><html><head><title>T</title></head><body><!-- x -->a</body></html>',
      '<p>a</p>',
    ],
    ['&sect; 5 &eacute; &amp; &#8211; **b** &toString;', '<p>§ 5 é &#38; – <strong>b</strong> &#38;toString;</p>'],
    [
      'text <script>alert(1)</script> [x](javascript:alert(1))',
      '<p>text &#60;script&#62;alert(1)&#60;/script&#62; x</p>',
    ],
  ]
  for (const [content, expected] of cases) t.equal(html(content), expected, content)
  t.end()
})

t.test('GET /api/settings: the home page’s settings as text, and no others', async (t) => {
  await app.coffer.platform.settings.set({ header_title: 'Files for all', section_features: false })
  const { status, body } = await visitor.get(
    '/api/settings?column=header_title|section_features|contact_email|nonsense',
  )
  t.equal(status, 200)
  t.strictSame(body, { header_title: 'Files for all', section_features: '0' })
})
