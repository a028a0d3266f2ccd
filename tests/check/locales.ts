import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `namespace:a.b` → text. */
export type Messages = Map<string, string>

const flatten = (tree: object, prefix: string, into: Messages): void => {
  for (const [name, value] of Object.entries(tree)) {
    const key = prefix.endsWith(':') ? prefix + name : `${prefix}.${name}`
    if (value && typeof value === 'object') flatten(value, key, into)
    else into.set(key, String(value))
  }
}

/** All texts of all languages below `locales/`. */
export const readLocales = (tree: string): Map<string, Messages> => {
  const folder = join(tree, 'locales')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(
    names.map((locale) => {
      const messages: Messages = new Map()
      for (const file of readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json')))
        flatten(JSON.parse(readFileSync(join(folder, locale, file), 'utf8')), `${file.slice(0, -5)}:`, messages)
      return [locale, messages]
    }),
  )
}

const pluralForm = /_(zero|one|two|few|many|other)$/
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort()

/** Keys as used in code: the forms of a plural (`_one`, `_other`) are one key. */
export const baseKeys = (messages: Messages): Set<string> =>
  new Set(
    [...messages.keys()].map((key) =>
      messages.has(key.replace(pluralForm, '_other')) ? key.replace(pluralForm, '') : key,
    ),
  )

/** Names of the values that a text shows, in any of its plural forms. */
export const placeholdersOf = (messages: Messages, key: string): string[] => {
  const texts = [...messages].flatMap(([known, text]) =>
    known === key || known.replace(pluralForm, '') === key ? [text] : [],
  )
  // `{{count, number}}` shows `count` in a format.
  return [...new Set(texts.flatMap(placeholders).map((name) => name.slice(2, -2).split(',')[0]?.trim() ?? ''))]
}

/** Each key with every plural form of the language. */
const wantedKeys = (english: Messages, locale: string): Set<string> => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const bases = [...baseKeys(english)]
  // i18next takes `_zero` in any language; where English has it, all have.
  const formsOf = (key: string) => (english.has(`${key}_zero`) ? new Set([...forms, 'zero']) : forms)
  const isPlural = (key: string) => english.has(`${key}_other`)
  return new Set(bases.flatMap((key) => (isPlural(key) ? [...formsOf(key)].map((form) => `${key}_${form}`) : [key])))
}

/** Texts of a language that are missing, unused or empty, or have other placeholders than English. One line each. */
export const compareWithEnglish = (english: Messages, locale: string, messages: Messages): string[] => {
  const wanted = wantedKeys(english, locale)
  const faults: string[] = []
  for (const key of wanted) {
    const text = messages.get(key)
    if (text === undefined) faults.push(`${locale}: ${key} is missing`)
    else if (text.trim() === '') faults.push(`${locale}: ${key} is empty`)
    else {
      const model = english.get(key) ?? english.get(key.replace(pluralForm, '_other')) ?? ''
      // "One file" may leave the number out.
      const relevant = (found: string[]) =>
        found.filter((name) => !(pluralForm.test(key) && name === '{{count}}')).join(' ')
      if (relevant(placeholders(text)) !== relevant(placeholders(model)))
        faults.push(`${locale}: ${key} has placeholders [${placeholders(text)}], English has [${placeholders(model)}]`)
    }
  }
  for (const key of messages.keys()) if (!wanted.has(key)) faults.push(`${locale}: ${key} is not in English`)
  return faults
}
