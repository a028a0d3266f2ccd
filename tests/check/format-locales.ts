import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const searched = '{modules,server,renderer}/**/*.{ts,tsx}'
/** A formatter for a variable locale. The others are for a fixed one, or none. */
const formatter =
  /new Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat|ListFormat|DisplayNames|PluralRules|Collator)\(\[?(?!formatLocale\()[a-z]|localeCompare\([^,]+, (?!formatLocale\()[a-z]/

/** Formatters get `formatLocale(locale)`: in place of a language that they lack, server and browser take different ones. */
export const checkFormatLocales = (tree: string): { files: number; faults: string[] } => {
  const files = globSync(searched, { cwd: tree }).filter((file) => !/node_modules|\.test\.tsx?$/.test(file))
  const faults = files.flatMap((file) =>
    readFileSync(join(tree, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (formatter.test(line) ? [`${file}:${index + 1}: use formatLocale(locale)`] : [])),
  )
  return { files: files.length, faults }
}
