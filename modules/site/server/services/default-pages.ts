import { readFileSync } from 'node:fs'
import type { PageSlug } from '../../contract.ts'

export interface PageText {
  title: string
  /** Markdown. */
  content: string
}

const cache = new Map<string, PageText>()

const read = (slug: PageSlug, locale: string): string => {
  const fileOf = (language: string) => new URL(`../../assets/pages/${language}/${slug}.md`, import.meta.url)
  try {
    return readFileSync(fileOf(locale), 'utf8')
  } catch {
    return readFileSync(fileOf('en'), 'utf8')
  }
}

/** The text of a page that the operator has not written: in the reader's language, else in English. */
export const defaultPage = (slug: PageSlug, locale: string): PageText => {
  const key = `${locale} ${slug}`
  const known = cache.get(key)
  if (known) return known
  const [first = '', ...rest] = read(slug, locale).split('\n')
  const text = { title: first.replace(/^# /, ''), content: rest.join('\n').trim() }
  cache.set(key, text)
  return text
}
