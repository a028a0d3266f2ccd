import { createInstance } from 'i18next'
import t from 'tap'
import { interpolationOf } from '../../shared/contract.ts'
import { translatorOf } from './use-t.ts'

const texts: Record<string, string> = {
  plain: 'Close',
  named: 'Download {{name}}',
  twice: '{{name}} and {{name}} of {{ owner }}',
  sum_one: '{{number}} item',
  sum_other: '{{number}} items',
  many_one: '{{count}} file',
  many_other: '{{count}} files',
  nested: 'See $t(plain): {{name}}',
  single_0: 'Delete nothing?',
  single_1: 'Delete {{name}}?',
  single_one: 'Delete {{count}} thing?',
  single_few: 'Delete a few, {{count}}?',
  single_other: 'Delete {{count}} things?',
}
const instanceOf = async (lng: string) => {
  const made = createInstance()
  await made.init({
    initAsync: false,
    lng,
    keySeparator: false,
    nsSeparator: false,
    resources: { [lng]: { translation: texts } },
    interpolation: interpolationOf(lng),
  })
  return made
}
const instance = await instanceOf('en')
const translate = translatorOf(instance)

t.test('translatorOf: answers as i18next does', async (t) => {
  const values = [
    undefined,
    { name: 'a {{b}} $t(plain) $1 <i>' },
    { name: 'x', owner: 'y' },
    { count: 1, number: '1' },
    { count: 2, number: '2' },
    { other: 1 },
  ]
  for (const key of [...Object.keys(texts), 'sum', 'unknown'])
    for (const given of values.slice(key === 'plain' || key === 'unknown' ? 0 : 1)) {
      const expected = instance.t(key, { ...given })
      if (given && JSON.stringify(given).includes('$t(')) continue
      t.equal(translate(key, given), expected, `${key} ${JSON.stringify(given)}`)
      t.equal(translate(key, given), expected, 'the second time too')
    }
})

t.test('translatorOf: puts values in as they are', async (t) => {
  t.equal(translate('named', { name: 'a {{b}} $t(plain) $1 <i>' }), 'Download a {{b}} $t(plain) $1 <i>')
})

t.test('translatorOf: a count has the separators of the language, and its plural form', async (t) => {
  t.equal(translate('many', { count: 1 }), '1 file')
  t.equal(translate('many', { count: 12_345 }), '12,345 files')
  const german = translatorOf(await instanceOf('de'))
  t.equal(german('many', { count: 12_345 }), '12.345 files')
})

t.test(
  'translatorOf: none and a single thing have their own texts, where the form “one” is also that of 21',
  async (t) => {
    const russian = translatorOf(await instanceOf('ru'))
    const shown = (count: number) => russian('single', { count, name: 'a.pdf' })
    t.equal(shown(1), 'Delete a.pdf?')
    t.equal(shown(21), 'Delete 21 thing?')
    t.equal(shown(2), 'Delete a few, 2?')
    t.equal(shown(0), 'Delete nothing?')
    t.equal(russian('single', { count: 1, name: 'a.pdf', context: 'none' }), 'Delete a.pdf?', 'with an option too')
  },
)

t.test('translatorOf: values are isolated where they may be of another direction than the text', async (t) => {
  const [english, arabic] = [translate, translatorOf(await instanceOf('ar'))]
  const name = '2026-11-28 Notes.pdf'
  t.equal(arabic('named', { name }), `Download \u2068${name}\u2069`)
  t.equal(arabic('nested', { name }), `See Close: \u2068${name}\u2069`, 'in texts that i18next puts together')
  t.equal(arabic('sum', { count: 12, number: '12' }), '12 items', 'digits alone are no text')
  t.equal(arabic('many', { count: 12 }), '12 files')
  t.equal(english('named', { name: 'שלום 2' }), 'Download \u2068שלום 2\u2069')
  t.equal(english('nested', { name: 'שלום 2' }), 'See Close: \u2068שלום 2\u2069')
  t.equal(english('named', { name }), `Download ${name}`)
})

t.test('translatorOf: texts that are added later replace those before', async (t) => {
  instance.addResource('en', 'translation', 'named', 'Get {{name}}')
  t.equal(translate('named', { name: 'x' }), 'Get x')
})

t.test('translatorOf: a text that is missing shows its key and is reported once', (t) => {
  const reported = t.capture(console, 'error')
  t.equal(translate('not there'), 'not there')
  t.equal(translate('not there'), 'not there')
  t.same(
    reported().map(({ args }) => args),
    [['No text for not there']],
  )
  t.end()
})
