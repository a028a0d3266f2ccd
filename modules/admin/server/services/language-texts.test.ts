import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../../../../tests/support/folders.ts'
import { Translations } from '../../../platform/index.ts'
import { countStrings, languageStrings, stringFilterTests } from './language-texts.ts'

const locales = join(import.meta.dirname, '../../../../locales')

t.test('languages: their texts are counted without reading their files', async (t) => {
  const root = join(testFolder(t), 'locales')
  cpSync(join(locales, 'en'), join(root, 'en'), { recursive: true })
  for (const locale of ['de', 'pl']) {
    mkdirSync(join(root, locale))
    writeFileSync(join(root, locale, 'web.json'), 'not JSON: whoever reads it fails')
  }
  const i18n = new Translations(root)
  const de = countStrings(i18n, 'de')
  t.match(de, { missing: 0, changed: 0 })
  t.ok(countStrings(i18n, 'pl').total > de.total, 'more plural forms')
})

t.test('languages: the counts are those of the list of texts', async (t) => {
  const i18n = new Translations()
  const texts = (...keys: string[]) => new Map(keys.map((key) => [key, 'x']))
  i18n.change(
    new Map([
      ['de', { name: '', removed: false, texts: texts('web:kit.save', 'web:kit.gone-since') }],
      ['sk', { name: '', removed: false, texts: texts('web:kit.save', 'web:kit.close', 'storage:list.actions') }],
      ['sk-HU', { name: '', removed: false, texts: texts('web:kit.save', 'web:kit.later') }],
      ['de-AT', { name: '', removed: false, texts: texts('web:kit.save', 'storage:list.actions') }],
    ]),
    ['de', 'sk', 'sk-HU', 'de-AT'],
  )
  for (const locale of ['en', 'de', 'ar', 'sk', 'sk-HU', 'de-AT']) {
    const all = languageStrings(i18n, locale)
    const count = (filter: keyof typeof stringFilterTests) => all.filter(stringFilterTests[filter]).length
    const counted = {
      total: all.length,
      missing: count('missing'),
      changed: count('changed'),
      outdated: count('outdated'),
    }
    t.same(countStrings(i18n, locale), counted, locale)
  }
  t.match(countStrings(i18n, 'de-AT'), { missing: 0, changed: 2, outdated: 1 }, 'the others are those of German')
  const [outdated] = languageStrings(i18n, 'de-AT').filter(stringFilterTests.outdated)
  t.match(outdated, { key: 'storage:list.actions', value: 'x', shipped: null, base: /{{name}}/ })
})
