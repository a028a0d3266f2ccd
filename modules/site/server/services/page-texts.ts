import { sha256 } from '../../../platform/index.ts'
import type { PageSlug } from '../../contract.ts'
import { defaultPage, type PageText } from './default-pages.ts'

/** A legal page as a reader sees it. */
export interface LegalPageText {
  slug: PageSlug
  visible: boolean
  title: string
  /** Markdown, or HTML when it begins with a tag. */
  content: string
  /** Languages of the title and the content: others than the reader's where a text is not translated. */
  locales: PageText
  /** The languages in which readers have a content of their own. */
  translations: string[]
  updatedAt: Date
  /** The title or content that the operator has written in the reader's language; empty: none. */
  own: PageText
  /** Versions of the texts in `own`. */
  versions: PageText
  /** The languages in which the operator has written something. */
  written: string[]
  /** The default content in the reader's language, with its placeholders; empty in a language without one. */
  defaultContent: string
}

/** A page and the operator's texts by language; only the requested languages may have been read. */
export interface LegalPageRow {
  slug: PageSlug
  visible: boolean
  updated_at: Date
  texts: Record<string, PageText>
  /** Languages with a title or content of the operator, in the order of their tags. */
  written: string[]
  /** Languages with a content of the operator, in the same order. */
  contents: string[]
}

/** The languages that this installation offers, and its own. */
export interface PageLanguages {
  offered: readonly string[]
  standard: string
}

export type TextPlaceholders = Readonly<Record<string, string>>

const languageOf = (locale: string): string => locale.split('-')[0] ?? locale

/** The languages in which a reader is shown the operator's text, best first; other written languages follow. */
export const preferredLocales = (locale: string, { standard }: PageLanguages): string[] => [
  ...new Set([locale, languageOf(locale), standard, 'en']),
]

/** The language of the operator's text that a reader sees, out of `written`: any rather than none. */
const ownLocale = (written: readonly string[], locale: string, languages: PageLanguages): string | undefined =>
  preferredLocales(locale, languages).find((tag) => written.includes(tag)) ?? written[0]

/** The language of the default text that a reader sees. */
const defaultLocale = (slug: PageSlug, locale: string, { standard }: PageLanguages): string =>
  [locale, languageOf(locale), standard, languageOf(standard)].find((tag) => defaultPage(slug, tag)) ?? 'en'

/** Whether a text in the language `shown` is in a reader's own language, regions aside. */
const isTranslated = (shown: string, locale: string): boolean => languageOf(shown) === languageOf(locale)

export const textVersion = (text: string): string => sha256(text).toString('hex')

export const fillPagePlaceholders = (text: string, values: TextPlaceholders) =>
  text.replace(/\{\{(app|url|contact)\}\}/g, (_, name: string) => values[name] ?? '')

/**
 * A title or content for a reader, and its language: the operator's text in the reader's language, else in the
 * installation's, else in any language, else the default text.
 */
export const pageTextFor = (
  { slug, texts }: Pick<LegalPageRow, 'slug'> & { texts: Record<string, Partial<PageText>> },
  name: keyof PageText,
  locale: string,
  languages: PageLanguages,
): { text: string; locale: string } => {
  const written = Object.keys(texts).filter((tag) => texts[tag]?.[name])
  const ownTag = ownLocale(written.sort(), locale, languages)
  if (ownTag) return { text: texts[ownTag]?.[name] ?? '', locale: ownTag }
  const defaultTag = defaultLocale(slug, locale, languages)
  return { text: defaultPage(slug, defaultTag)?.[name] ?? '', locale: defaultTag }
}

const noText: PageText = { title: '', content: '' }

/** The page for a reader of `locale`. */
export const legalPage = (
  row: LegalPageRow,
  locale: string,
  languages: PageLanguages,
  values: TextPlaceholders,
): LegalPageText => {
  const { slug, visible, written, contents } = row
  const [title, content] = [
    pageTextFor(row, 'title', locale, languages),
    pageTextFor(row, 'content', locale, languages),
  ]
  const own = row.texts[locale] ?? noText
  const shownTo = (reader: string) => ownLocale(contents, reader, languages) ?? defaultLocale(slug, reader, languages)
  return {
    slug,
    visible,
    title: fillPagePlaceholders(title.text, values),
    content: fillPagePlaceholders(content.text, values),
    locales: { title: title.locale, content: content.locale },
    translations: languages.offered.filter((reader) => isTranslated(shownTo(reader), reader)),
    updatedAt: row.updated_at,
    own,
    versions: { title: textVersion(own.title), content: textVersion(own.content) },
    written,
    defaultContent: (defaultPage(slug, locale) ?? defaultPage(slug, languageOf(locale)))?.content ?? '',
  }
}
