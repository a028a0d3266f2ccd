import { readFileSync } from 'node:fs'
import type { PageSlug } from '../../contract.ts'

export interface PageText {
  title: string
  /** Markdown. */
  content: string
}

const cache = new Map<string, PageText | null>()

const read = (slug: PageSlug, locale: string): string | null => {
  try {
    return readFileSync(new URL(`../../assets/pages/${locale}/${slug}.md`, import.meta.url), 'utf8')
  } catch {
    return null
  }
}

/** The default text of a page in a language; null for a language without one. */
export const defaultPage = (slug: PageSlug, locale: string): PageText | null => {
  const key = `${locale} ${slug}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const [first = '', ...rest] = read(slug, locale)?.split('\n') ?? []
  const text = first ? { title: first.replace(/^# /, ''), content: rest.join('\n').trim() } : null
  cache.set(key, text)
  return text
}
