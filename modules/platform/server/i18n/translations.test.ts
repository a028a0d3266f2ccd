import t from 'tap'
import { Translations } from './translations.ts'

t.test('match: a tag finds its language without region or script, else the language of another region', async (t) => {
  const i18n = new Translations()
  i18n.change(
    new Map(['pt-BR', 'zh', 'de-CH'].map((locale) => [locale, { name: '', removed: false, texts: new Map() }])),
    [],
  )
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
