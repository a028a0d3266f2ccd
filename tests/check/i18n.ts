import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { baseKeys, placeholdersOf } from '../../modules/platform/server/i18n/text-keys.ts'
import { keyUses, readSources, textCalls } from './key-uses.ts'
import { compareWithEnglish, readLocales } from './locales.ts'
import { checkTypography } from './typography.ts'

/** `code` keys of every error table: the server sends codes, `{namespace}:error.{code}` is their text. */
const errorKeys = (tree: string): { key: string; file: string }[] =>
  globSync('modules/**/server/**/*.ts', { cwd: tree })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(tree, file), 'utf8')
      return [...text.matchAll(/errorTable\(\s*'([a-z]+)',\s*\{(.*?)\n?\}\)/gs)].flatMap(([, namespace, body]) =>
        [...(body ?? '').matchAll(/(?:^|,)\s*'?([a-z][a-z0-9-]*)'?:/gm)].map(([, code]) => ({
          key: `${namespace}:error.${code}`,
          file,
        })),
      )
    })

/**
 * A number and a noun after it, in English: with one, or in a language with more forms than two, the noun is another.
 * Verbs and pronouns that end in s are no nouns.
 */
const countedNoun =
  /\{\{(?:count|number|limit|total|use|shown|done|waiting|failed)(?:,[^}]*)?\}\} (?!(?:is|was|has|does|this|as)\b)(?:[a-z]{3,}s|people|children)\b/

/** Their number is a constant of the product, above one: translators know it. */
const constantNumbers = [
  'platform:error.too-many-for-one-page',
  'sharing:people.tooMany',
  'storage:dialog.zip.tooMany',
  'storage:error.max-depth-exceeded',
  'storage:error.name-too-long',
  'storage:error.too-many-comments',
  'storage:error.too-many-remote-uploads',
  'storage:remote.dialog.tooMany',
]

const asPattern = (key: string) =>
  new RegExp(
    `^${key
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('[A-Za-z0-9_.-]+')}$`,
  )

/**
 * Checks that used keys and English keys are the same, calls pass all values, and other languages are complete and in their own
 * typography. A line per fault.
 */
export const checkTexts = (tree: string): { keys: number; faults: string[] } => {
  const locales = readLocales(tree)
  const english = locales.get('en') ?? new Map<string, string>()
  const modules = existsSync(join(tree, 'modules')) ? readdirSync(join(tree, 'modules')) : []
  const keys = baseKeys(english)
  const namespaces = [...new Set([...modules, ...[...keys].map((key) => key.split(':')[0] ?? '')])]
  const faults: string[] = []
  const used = new Set<string>()
  const sources = readSources(tree)
  for (const { key, file } of [...keyUses(sources, namespaces), ...errorKeys(tree)]) {
    const found = key.includes('*')
      ? [...keys].filter((known) => asPattern(key).test(known))
      : keys.has(key)
        ? [key]
        : []
    for (const known of found) used.add(known)
    if (found.length === 0) faults.push(`${file}: ${key} is not in locales/en`)
  }
  for (const { key, file, given } of textCalls(sources))
    for (const name of given ? placeholdersOf(english, key) : [])
      if (!given?.includes(name)) faults.push(`${file}: ${key} is not given its ${name}`)
  for (const key of keys) if (!used.has(key)) faults.push(`locales/en: ${key} is not used`)
  for (const [key, text] of english)
    if (countedNoun.test(text) && keys.has(key) && !constantNumbers.includes(key))
      faults.push(`locales/en: ${key} has a number beside a noun and no plural forms`)
  for (const [locale, messages] of locales) {
    faults.push(...compareWithEnglish(english, locale, messages), ...checkTypography(locale, messages))
    // `useT` puts the count in with its separators: formatted again it would be no number.
    for (const [key, text] of messages)
      if (/\{\{count\s*,/.test(text)) faults.push(`${locale}: ${key} formats its count, which is formatted already`)
    for (const [key, text] of messages)
      if (text.includes('npm run'))
        faults.push(`${locale}: ${key} names npm, which few installations have: {{command}}`)
    // The form `one` is also that of 0 in French, and of 21 in Russian.
    for (const [key, text] of messages)
      if (key.endsWith('_one') && /\d/.test(text)) faults.push(`${locale}: ${key} has a number instead of {{count}}`)
  }
  return { keys: keys.size, faults: [...new Set(faults)] }
}
