import t from 'tap'
import { Migration20261128004300_cookie_texts } from '../../../../migrations/Migration20261128004300_cookie_texts.ts'
import { Migration20261130023000_search_texts } from '../../../../migrations/Migration20261130023000_search_texts.ts'
import { Migration20261130040701_exact_number_texts } from '../../../../migrations/Migration20261130040701_exact_number_texts.ts'
import { testApp } from '../../../../tests/support/app.ts'

const migrations = {
  cookies: Migration20261128004300_cookie_texts,
  search: Migration20261130023000_search_texts,
  numbers: Migration20261130040701_exact_number_texts,
}

t.test('migrations: texts that an administrator changed are shown under their new keys', async (t) => {
  const { db, languages, i18n } = (await testApp(t)).coffer.platform
  const stored = () => db.query('select locale, key, value from language_strings order by locale, key')
  const run = async (name: keyof typeof migrations, direction: 'up' | 'down') => {
    const migration = new migrations[name](undefined as never, undefined as never)
    migration[direction]()
    for (const query of migration.getQueries()) await db.query(query as string)
  }
  const before = [
    { locale: 'de', key: 'site:cookies.ask', value: 'Dürfen wir?' },
    { locale: 'de', key: 'storage:list.items_zero', value: 'Nichts drin' },
    { locale: 'de', key: 'storage:spotlight.title', value: 'Finden' },
    { locale: 'en', key: 'admin:palette.users', value: 'staff' },
    { locale: 'en', key: 'site:cookies.text', value: 'Only ours.' },
    { locale: 'en', key: 'site:footer', value: 'More' },
  ]
  const store = (locale: string, key: string, value: string) =>
    db.transaction((tx) => languages.setTexts(tx, locale, new Map([[key, value]])))
  for (const { locale, key, value } of before) await store(locale, key, value)
  await run('cookies', 'up')
  await run('search', 'up')
  await run('numbers', 'up')
  languages.invalidate()
  await languages.refresh()
  t.match(i18n.messages('de'), { 'web:cookies.ask': 'Dürfen wir?', 'storage:search.title': 'Finden' })
  t.equal(i18n.translator('de')('storage:list.items', { count: 0 }), 'Nichts drin')
  t.match(i18n.messages('en'), {
    'web:cookies.text': 'Only ours.',
    'site:footer': 'More',
    'admin:search.users': 'staff',
  })
  await run('numbers', 'down')
  await run('search', 'down')
  await run('cookies', 'down')
  t.same(await stored(), before)

  await store('en', 'web:cookies.text', 'The newer one.')
  await run('cookies', 'up')
  await run('search', 'up')
  await run('numbers', 'up')
  t.same(await stored(), [
    { locale: 'de', key: 'storage:list.items_0', value: 'Nichts drin' },
    { locale: 'de', key: 'storage:search.title', value: 'Finden' },
    { locale: 'de', key: 'web:cookies.ask', value: 'Dürfen wir?' },
    { locale: 'en', key: 'admin:search.users', value: 'staff' },
    { locale: 'en', key: 'site:footer', value: 'More' },
    { locale: 'en', key: 'web:cookies.text', value: 'The newer one.' },
  ])
})
