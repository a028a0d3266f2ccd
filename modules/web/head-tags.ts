import { escapeHtml } from '../shared/contract.ts'

interface HeadTags {
  /** URL of the page itself. */
  canonical: string
  /** Open Graph: `og:title` and its like. */
  properties: Record<string, string>
  /** Other `<meta name>` tags: `twitter:card`, `robots`. */
  names: Record<string, string>
  /** URLs of the same page in other languages, by language. */
  alternates?: Record<string, string>
  /** URLs of descriptions of the page for programs, by media type. */
  descriptions?: Record<string, string>
}

/** HTML of the head's tags that link previews and search engines read. */
export const headTagsHtml = ({ canonical, properties, names, alternates = {}, descriptions = {} }: HeadTags): string =>
  [
    `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    ...Object.entries(alternates).map(
      ([language, url]) => `<link rel="alternate" hreflang="${language}" href="${escapeHtml(url)}" />`,
    ),
    ...Object.entries(descriptions).map(
      ([type, url]) => `<link rel="alternate" type="${type}" href="${escapeHtml(url)}" />`,
    ),
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}" />`),
    ...Object.entries(names).map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value)}" />`),
  ].join('\n    ')
