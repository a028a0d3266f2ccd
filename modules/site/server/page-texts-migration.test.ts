import type { Migration } from '@mikro-orm/migrations'
import t from 'tap'
import { Migration20261130020000_page_texts } from '../../../migrations/Migration20261130020000_page_texts.ts'
import { Migration20261130022000_offered_page_texts } from '../../../migrations/Migration20261130022000_offered_page_texts.ts'
import { testApp } from '../../../tests/support/app.ts'
import type { Db } from '../../platform/index.ts'

type Direction = 'up' | 'down'

const run = async (db: Pick<Db, 'query'>, migration: Migration, direction: Direction) => {
  migration[direction]()
  for (const query of migration.getQueries()) await db.query(query as string)
}
const toTexts = () => new Migration20261130020000_page_texts(undefined as never, undefined as never)
const toOffered = () => new Migration20261130022000_offered_page_texts(undefined as never, undefined as never)

t.test('migration: an own text for all readers becomes that of the installation’s language, and back', async (t) => {
  const { platform, site } = (await testApp(t)).coffer
  const { db, settings } = platform
  await settings.set({ language: 'de' })
  await site.pages.update('privacy-policy', { title: 'Datenschutz', content: 'Wir speichern nichts.' })
  await site.pages.update('privacy-policy', { title: 'Privacy' }, { locale: 'en' })
  await run(db, toTexts(), 'down')
  const stored = await db.query("select slug, title, content from pages where title <> '' or content <> ''")
  t.same(stored, [{ slug: 'privacy-policy', title: 'Datenschutz', content: 'Wir speichern nichts.' }])
  await run(db, toTexts(), 'up')
  t.match(await site.pages.find('privacy-policy', 'de'), {
    own: { title: 'Datenschutz', content: 'Wir speichern nichts.' },
    written: ['de'],
  })
})

t.test('migration: a text of a tag that is not offered becomes that of the offered language, and back', async (t) => {
  const { platform, site } = (await testApp(t)).coffer
  const { db, settings, languages } = platform
  const written = async () =>
    (await site.pages.list('en')).map(({ slug, written }) => `${slug} ${written}`).filter((text) => !text.endsWith(' '))
  const store = (slug: string, locale: string, content: string) =>
    db.query('insert into page_texts (slug, locale, content) values ($1, $2, $3)', [slug, locale, content])
  await settings.set({ language: 'pt' })
  await store('privacy-policy', 'pt', 'Nada.')
  await run(db, toOffered(), 'up')
  t.match(await site.pages.find('privacy-policy', 'pt-BR'), { own: { content: 'Nada.' }, written: ['pt-BR'] })
  await run(db, toOffered(), 'down')
  t.strictSame(await written(), ['privacy-policy pt'])
  await run(db, toTexts(), 'down')
  t.same(await db.query("select content from pages where content <> ''"), [{ content: 'Nada.' }], 'as it was')
  await run(db, toTexts(), 'up')

  await db.transaction(async (tx) => {
    await languages.save(tx, 'de-CH', '')
    await languages.remove(tx, 'fr')
  })
  await languages.reload()
  await store('terms-of-service', 'de-AT', 'AGB')
  await store('cookie-policy', 'de-ch-1996', 'Guetzli')
  await store('cookie-policy', 'de-AT', 'Kekse')
  await store('cookie-policy', 'de', 'Plätzchen')
  await store('cookie-policy', 'fr', 'Biscuits')
  for (let n = 0; n < 2; n += 1) {
    await run(db, toOffered(), 'up')
    t.strictSame(await written(), ['terms-of-service de', 'privacy-policy pt-BR', 'cookie-policy de,de-AT,de-CH,fr'])
  }
  t.match(await site.pages.find('cookie-policy', 'de'), { content: 'Plätzchen' })
})

t.test('own texts: in any language rather than none, also one that is not offered, which can be edited', async (t) => {
  const { platform, site } = (await testApp(t)).coffer
  const { pages } = site
  const { db, settings, languages } = platform
  const shown = async (locale: string) => {
    const { title, content, locales, translations } = await pages.find('terms-of-service', locale)
    return [title, content, locales.content, translations]
  }
  await pages.update('terms-of-service', { title: 'Our terms', content: 'English terms' })
  await settings.set({ language: 'fr' })
  t.strictSame(
    await shown('fr'),
    ['Our terms', 'English terms', 'en', ['en']],
    'the language of the installation changed',
  )
  await pages.update('terms-of-service', { title: 'AGB', content: 'Deutsche AGB' }, { locale: 'de' })
  t.strictSame(await shown('fr'), ['Our terms', 'English terms', 'en', ['de', 'en']], 'English before others')
  await pages.update('terms-of-service', { title: '', content: '' }, { locale: 'en' })
  t.strictSame(await shown('fr'), ['AGB', 'Deutsche AGB', 'de', ['de']])
  t.match(await pages.visibleTitles('fr'), { 'terms-of-service': 'AGB' })
  await pages.update('terms-of-service', { content: 'Obchodní podmínky' }, { locale: 'cs' })
  t.strictSame(await shown('fr'), ['AGB', 'Obchodní podmínky', 'cs', ['cs', 'de']], 'each text that there is')

  const removeLanguage = async (locale: string) => {
    await db.transaction((tx) => languages.remove(tx, locale))
    await languages.reload()
  }
  for (const locale of ['cs', 'de']) await removeLanguage(locale)
  t.strictSame(await shown('fr'), ['AGB', 'Obchodní podmínky', 'cs', []])
  t.match(await pages.find('terms-of-service', await pages.editedLocale('de')), { own: { content: 'Deutsche AGB' } })
  for (const locale of ['cs', 'de']) await pages.update('terms-of-service', { title: '', content: '' }, { locale })
  t.match(await shown('fr'), [/^Conditions/, /./, 'fr'])
  t.equal(await pages.editedLocale('de'), 'de', 'its editor is still open')
  await t.rejects(pages.editedLocale('ja-x'), { status: 404 } as never)
})
