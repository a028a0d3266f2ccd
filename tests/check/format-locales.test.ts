import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testFolder } from '../support/folders.ts'
import { checkFormatLocales } from './format-locales.ts'

t.test(
  'format locales: a formatter of the reader’s language takes a locale that server and browser both have',
  async (t) => {
    const tree = testFolder(t)
    mkdirSync(join(tree, 'modules'))
    const write = (name: string, lines: string[]) => writeFileSync(join(tree, 'modules', name), lines.join('\n'))
    write('fine.ts', [
      'new Intl.NumberFormat(formatLocale(locale), options)',
      'new Intl.DisplayNames([formatLocale(locale)], options)',
      "new Intl.DateTimeFormat('en-CA', options)",
      'a.localeCompare(b, formatLocale(locale))',
      'a.localeCompare(b)',
    ])
    write('fine.test.ts', ['new Intl.NumberFormat(locale)'])
    t.strictSame(checkFormatLocales(tree), { files: 1, faults: [] })
    write('wrong.tsx', ['new Intl.NumberFormat(locale)', 'new Intl.ListFormat([reader])', 'a.localeCompare(b, locale)'])
    t.strictSame(
      checkFormatLocales(tree).faults,
      [1, 2, 3].map((line) => `modules/wrong.tsx:${line}: use formatLocale(locale)`),
    )
  },
)
