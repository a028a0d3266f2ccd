import { formatLocale } from '../../../shared/contract.ts'

/** The one number that a plural form names. */
const named: Record<string, number> = { zero: 0, one: 1, two: 2 }

/** CLDR decides by the last two digits, and by powers of ten that have a form of their own. */
const tried = Array.from({ length: 201 }, (_, number) => number)

interface PluralForms {
  /** As CLDR names them: `one`, `few`, `other` … */
  forms: readonly string[]
  /** Forms that are used for larger numbers than the one they name: `one` is also the form of 21 in Russian. */
  inexact: ReadonlySet<string>
}

const known = new Map<string, PluralForms>()

export const pluralFormsOf = (locale: string): PluralForms => {
  const language = formatLocale(locale)
  const cached = known.get(language)
  if (cached) return cached
  const rules = new Intl.PluralRules(formatLocale(locale))
  const forms = rules.resolvedOptions().pluralCategories
  const largest = new Map(tried.map((number) => [rules.select(number) as string, number]))
  const isExact = (form: string) => form in named && (largest.get(form) ?? 0) <= (named[form] ?? 0)
  const result = { forms, inexact: new Set(forms.filter((form) => !isExact(form))) }
  known.set(language, result)
  return result
}
