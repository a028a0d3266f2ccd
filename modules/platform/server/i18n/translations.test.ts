import t from 'tap'
import { expectedKeys } from './text-keys.ts'
import { Translations } from './translations.ts'

const withLanguages = (languages: Record<string, Record<string, string>>) => {
  const i18n = new Translations()
  const changes = Object.entries(languages).map(
    ([locale, texts]) => [locale, { name: '', removed: false, texts: new Map(Object.entries(texts)) }] as const,
  )
  i18n.change(new Map(changes), Object.keys(languages))
  return i18n
}

t.test('match: a tag finds its language without region or script, else the language of another region', async (t) => {
  const i18n = withLanguages({ 'pt-BR': {}, zh: {}, 'de-CH': {} })
  for (const [tags, found] of [
    ['de-AT', 'de'],
    ['de-CH', 'de-CH'],
    ['PT-br', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh'],
    ['zh-Hans-CN', 'zh'],
    ['xx,pt,de', 'pt-BR'],
    ['xx', null],
    ['', null],
    ['-', null],
    ['p', null],
  ] as const)
    t.equal(i18n.match(tags.split(',')), found, tags)
})

t.test(
  'texts: a language that is removed is not matched, one that is not shipped has the texts of English',
  async (t) => {
    const i18n = new Translations()
    const texts = new Map([['web:kit.save', 'Spara']])
    i18n.change(
      new Map([
        ['de', { name: '', removed: true, texts: new Map() }],
        ['sv', { name: '', removed: false, texts }],
      ]),
      ['de', 'sv'],
    )
    t.equal(i18n.match(['de-AT', 'sv-SE']), 'sv')
    const swedish = i18n.messages('sv')
    const english = i18n.messages('en')
    t.match(swedish, { 'web:kit.save': 'Spara', 'web:kit.close': english['web:kit.close'] })
    t.not(i18n.version('sv'), i18n.version('en'))
  },
)

const single = 'storage:dialog.deletePermanently.title'

t.test(
  'plural forms: a text for a single thing is not that of 21 things, where both have the form “one”',
  async (t) => {
    const i18n = withLanguages({ ru: {}, fil: {}, lv: {}, sl: {} })
    for (const [locale, count] of [
      ['ru', 21],
      ['fil', 5],
      ['lv', 31],
      ['sl', 101],
    ] as const) {
      const form = new Intl.PluralRules(locale).select(count)
      t.equal(form, 'one', `${locale} ${count}`)
      const texts = i18n.messages(locale)
      const translate = i18n.translator(locale)
      const english = i18n.texts('en')
      for (const key of expectedKeys(english, locale)) {
        const base = key.replace(/_other$/, '')
        if (base === key) continue
        const isCounted = texts[key]?.includes('{{count}}')
        const shown = translate(base, { count, skipInterpolation: true })
        t.equal(!!isCounted, shown.includes('{{count}}'), `${locale}: ${key}`)
      }
      t.equal(translate(single, { count, name: 'a.pdf' }), `Delete ${count} items permanently?`)
      t.equal(translate(single, { count: 1, name: 'a.pdf' }), 'Delete “a.pdf” permanently?')
    }
    t.equal(i18n.translator('lv')('storage:list.items', { count: 10 }), '10 items')
    t.equal(i18n.translator('lv')('storage:list.items', { count: 0 }), 'Empty')
  },
)

t.test('plural forms: the text for a single thing is translated beside those of the form “one”', async (t) => {
  const i18n = withLanguages({
    ru: {
      [`${single}_1`]: 'Удалить «{{name}}» навсегда?',
      [`${single}_one`]: 'Удалить {{count}} объект навсегда?',
      [`${single}_other`]: 'Удалить {{count}} объекта навсегда?',
      'storage:conflict.title_one': '«{{name}}» уже существует',
    },
  })
  const translate = i18n.translator('ru')
  t.equal(translate(single, { count: 1, name: 'a' }), 'Удалить «a» навсегда?')
  t.equal(translate(single, { count: 21, name: 'a' }), 'Удалить 21 объект навсегда?')
  t.equal(translate(single, { count: 5, name: 'a' }), 'Удалить 5 объекта навсегда?')
  t.equal(
    translate('storage:conflict.title', { count: 21, name: 'a' }),
    '21 names already exist',
    'not the one of a name',
  )
})

t.test('texts: a variant has the texts of its language, with those of administrators, before English', async (t) => {
  const languages = { 'de-AT': { 'web:kit.save': 'Speichern, bitte' }, de: {}, 'pt-PT': {}, 'en-GB': {} }
  const i18n = withLanguages(languages)
  const german = i18n.messages('de')
  t.strictSame(i18n.messages('de-AT'), { ...german, 'web:kit.save': 'Speichern, bitte' })
  t.equal(i18n.messages('pt-PT')['web:kit.close'], i18n.messages('pt-BR')['web:kit.close'], 'that of another region')
  t.strictSame(i18n.messages('en-GB'), i18n.messages('en'))
  const version = i18n.version('de-AT')
  const changes = (texts: object, { removed = false } = {}) =>
    new Map(
      Object.entries({ ...languages, de: texts }).map(
        ([locale, own]) =>
          [locale, { name: '', removed: removed && locale === 'de', texts: new Map(Object.entries(own)) }] as const,
      ),
    )
  i18n.change(changes({ 'web:kit.close': 'Zumachen' }), ['de'])
  t.equal(i18n.messages('de-AT')['web:kit.close'], 'Zumachen')
  t.not(i18n.version('de-AT'), version)
  i18n.change(changes({}, { removed: true }), ['de'])
  t.equal(i18n.messages('de-AT')['web:kit.close'], 'Close', 'a language that is not offered gives none')
})

t.test('texts: one whose placeholders are no longer those of the shipped English text is not used', async (t) => {
  const i18n = withLanguages({
    de: { 'storage:list.actions': 'Aktionen für {{item}}', 'storage:list.select': '{{name}} wählen' },
  })
  const shipped = i18n.texts('de', { shipped: true })
  t.match(i18n.messages('de'), {
    'storage:list.actions': shipped.get('storage:list.actions'),
    'storage:list.select': '{{name}} wählen',
  })
  t.equal(i18n.changedTexts('de').size, 2, 'it stays stored')
})
