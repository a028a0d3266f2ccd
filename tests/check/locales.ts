import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectedKeys, placeholderFault } from '../../modules/platform/server/i18n/text-keys.ts'

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

/** Texts of a language that are missing, unused or empty, or have other placeholders than English. One line each. */
export const compareWithEnglish = (english: Messages, locale: string, messages: Messages): string[] => {
  const expected = expectedKeys(english, locale)
  const faults: string[] = []
  for (const key of expected) {
    const text = messages.get(key)
    if (text === undefined) faults.push(`${locale}: ${key} is missing`)
    else if (text.trim() === '') faults.push(`${locale}: ${key} is empty`)
    else {
      const fault = placeholderFault(english, key, text, locale)
      if (fault) faults.push(`${locale}: ${key} has placeholders [${fault.found}], English has [${fault.expected}]`)
    }
  }
  for (const key of messages.keys()) if (!expected.has(key)) faults.push(`${locale}: ${key} is not in English`)
  return faults
}
