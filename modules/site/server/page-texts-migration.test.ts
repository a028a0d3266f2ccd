import t from 'tap'
import { Migration20261130020000_page_texts } from '../../../migrations/Migration20261130020000_page_texts.ts'
import { testApp } from '../../../tests/support/app.ts'

t.test('migration: an own text for all readers becomes that of the installation’s language, and back', async (t) => {
  const { platform, site } = (await testApp(t)).coffer
  const { db, settings } = platform
  const run = async (direction: 'up' | 'down') => {
    const migration = new Migration20261130020000_page_texts(undefined as never, undefined as never)
    migration[direction]()
    for (const query of migration.getQueries()) await db.query(query as string)
  }
  await settings.set({ language: 'de' })
  await site.pages.update('privacy-policy', { title: 'Datenschutz', content: 'Wir speichern nichts.' })
  await site.pages.update('privacy-policy', { title: 'Privacy' }, { locale: 'en' })
  await run('down')
  const stored = await db.query("select slug, title, content from pages where title <> '' or content <> ''")
  t.same(stored, [{ slug: 'privacy-policy', title: 'Datenschutz', content: 'Wir speichern nichts.' }])
  await run('up')
  t.match(await site.pages.find('privacy-policy', 'de'), {
    own: { title: 'Datenschutz', content: 'Wir speichern nichts.' },
    written: ['de'],
  })
})
