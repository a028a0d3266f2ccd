import { pluralFormsOf } from './plural-forms.ts'

/** Flat: `storage:dialog.rename.title` → text (D37). */
export type TextMap = ReadonlyMap<string, string>

/** `_0` and `_1`: texts for these numbers alone, in any language. */
const pluralForm = /_(0|1|zero|one|two|few|many|other)$/

const placeholders = (text: string): string[] => [...new Set(text.match(/\{\{[^}]+\}\}/g) ?? [])].sort()

/** Keys as used in code: the forms of a plural (`_one`, `_other`) are one key. */
export const baseKeys = (texts: TextMap): Set<string> =>
  new Set(
    [...texts.keys()].map((key) => (texts.has(key.replace(pluralForm, '_other')) ? key.replace(pluralForm, '') : key)),
  )

/** Names of the values that a text shows, in any of its plural forms. */
export const placeholdersOf = (texts: TextMap, key: string): string[] => {
  const forms = [...texts].flatMap(([known, text]) =>
    known === key || known.replace(pluralForm, '') === key ? [text] : [],
  )
  // `{{count, number}}` shows `count` in a format.
  return [...new Set(forms.flatMap(placeholders).map((name) => name.slice(2, -2).split(',')[0]?.trim() ?? ''))]
}

/**
 * Whether the form `one` of a language needs a text with the number, because it is also that of 21, while the English one is
 * for a single thing (“Delete “{{name}}”?”): the language then has a text `_1` beside it.
 */
const hasTextForSingle = (english: TextMap, key: string, locale: string) =>
  pluralFormsOf(locale).inexact.has('one') && !/\{\{(count|number)\}\}/.test(english.get(`${key}_one`) ?? '{{count}}')

/** All keys of a language: the English keys, with every plural form of the language. */
export const expectedKeys = (english: TextMap, locale: string): Set<string> => {
  const { forms } = pluralFormsOf(locale)
  const formsOf = (key: string) => [
    ...(english.has(`${key}_0`) ? ['0'] : []),
    ...(hasTextForSingle(english, key, locale) ? ['1'] : []),
    ...forms,
  ]
  const isPlural = (key: string) => english.has(`${key}_other`)
  return new Set(
    [...baseKeys(english)].flatMap((key) => (isPlural(key) ? formsOf(key).map((form) => `${key}_${form}`) : [key])),
  )
}

/** The English text that a key of another language translates. */
export const englishReference = (english: TextMap, key: string, locale: string): string => {
  const [base, form] = [key.replace(pluralForm, ''), pluralForm.exec(key)?.[1]]
  const other = english.get(`${base}_other`)
  if (form === undefined || other === undefined) return english.get(key) ?? ''
  if (form === '1') return english.get(`${base}_one`) ?? other
  return form === 'one' && hasTextForSingle(english, base, locale) ? other : (english.get(key) ?? other)
}

/** Whether a text is for one number, which it may then leave out: “One file”. */
const isExact = (key: string, locale: string) => {
  const form = pluralForm.exec(key)?.[1]
  return form !== undefined && !pluralFormsOf(locale).inexact.has(form)
}

/** Placeholders that a text lacks, and placeholders that its reference lacks; null when both have the same. */
export const placeholderFault = (
  english: TextMap,
  key: string,
  text: string,
  locale: string,
): { found: string[]; expected: string[] } | null => {
  const [found, expected] = [placeholders(text), placeholders(englishReference(english, key, locale))]
  const isPlural = pluralForm.test(key)
  const hasNumber = found.includes('{{count}}') || !expected.includes('{{count}}') || isExact(key, locale)
  const relevant = (names: string[]) => names.filter((name) => !(isPlural && name === '{{count}}')).join(' ')
  return hasNumber && relevant(found) === relevant(expected) ? null : { found, expected }
}

/** Adds the missing texts of a language: a plural form from its form `other`, every other text from English. */
export const completeTexts = (english: TextMap, locale: string, texts: TextMap): Map<string, string> => {
  const complete = new Map(texts)
  for (const key of expectedKeys(english, locale))
    if (!complete.has(key))
      complete.set(key, texts.get(key.replace(pluralForm, '_other')) ?? englishReference(english, key, locale))
  return complete
}
