import t from 'tap'
import { Migration20261128004300_cookie_texts } from '../../../../migrations/Migration20261128004300_cookie_texts.ts'
import { testApp } from '../../../../tests/support/app.ts'

t.test(
  'migration: texts of the cookie notice that an administrator changed are shown under their new keys',
  async (t) => {
    const { db, languages, i18n } = (await testApp(t)).coffer.platform
    const stored = () => db.query('select locale, key, value from language_strings order by locale, key')
    const run = async (direction: 'up' | 'down') => {
      const migration = new Migration20261128004300_cookie_texts(undefined as never, undefined as never)
      migration[direction]()
      for (const query of migration.getQueries()) await db.query(query as string)
    }
    const before = [
      { locale: 'de', key: 'site:cookies.ask', value: 'Dürfen wir?' },
      { locale: 'en', key: 'site:cookies.text', value: 'Only ours.' },
      { locale: 'en', key: 'site:footer', value: 'More' },
    ]
    const store = (locale: string, key: string, value: string) =>
      db.transaction((tx) => languages.setTexts(tx, locale, new Map([[key, value]])))
    for (const { locale, key, value } of before) await store(locale, key, value)
    await run('up')
    languages.invalidate()
    await languages.refresh()
    t.match(i18n.messages('de'), { 'web:cookies.ask': 'Dürfen wir?' })
    t.match(i18n.messages('en'), { 'web:cookies.text': 'Only ours.', 'site:footer': 'More' })
    await run('down')
    t.same(await stored(), before)

    await store('en', 'web:cookies.text', 'The newer one.')
    await run('up')
    t.same(await stored(), [
      { locale: 'de', key: 'web:cookies.ask', value: 'Dürfen wir?' },
      { locale: 'en', key: 'site:footer', value: 'More' },
      { locale: 'en', key: 'web:cookies.text', value: 'The newer one.' },
    ])
  },
)
