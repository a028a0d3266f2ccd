import { formatLocale } from '../../../shared/contract.ts'

/** Flat: `storage:dialog.rename.title` → text (D37). */
export type TextMap = ReadonlyMap<string, string>

const pluralForm = /_(zero|one|two|few|many|other)$/

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

/** All keys of a language: the English keys, with every plural form of the language. */
export const expectedKeys = (english: TextMap, locale: string): Set<string> => {
  const forms = new Intl.PluralRules(formatLocale(locale)).resolvedOptions().pluralCategories
  // i18next takes `_zero` in any language; where English has it, all have.
  const formsOf = (key: string) => (english.has(`${key}_zero`) ? new Set([...forms, 'zero']) : forms)
  const isPlural = (key: string) => english.has(`${key}_other`)
  return new Set(
    [...baseKeys(english)].flatMap((key) =>
      isPlural(key) ? [...formsOf(key)].map((form) => `${key}_${form}`) : [key],
    ),
  )
}

/** The English text that a key of another language translates. */
export const referenceOf = (english: TextMap, key: string): string =>
  english.get(key) ?? english.get(key.replace(pluralForm, '_other')) ?? ''

/** Placeholders that a text lacks, and placeholders that its reference lacks; null when both have the same. */
export const placeholderFault = (
  english: TextMap,
  key: string,
  text: string,
): { found: string[]; expected: string[] } | null => {
  const [found, expected] = [placeholders(text), placeholders(referenceOf(english, key))]
  // A text such as "One file" may leave the number out.
  const relevant = (names: string[]) =>
    names.filter((name) => !(pluralForm.test(key) && name === '{{count}}')).join(' ')
  return relevant(found) === relevant(expected) ? null : { found, expected }
}

/** Adds the missing texts of a language: a plural form from its form `other`, every other text from English. */
export const completeTexts = (english: TextMap, locale: string, texts: TextMap): Map<string, string> => {
  const complete = new Map(texts)
  for (const key of expectedKeys(english, locale))
    if (!complete.has(key)) complete.set(key, texts.get(key.replace(pluralForm, '_other')) ?? referenceOf(english, key))
  return complete
}
