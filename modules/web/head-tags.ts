const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export interface HeadTags {
  /** URL of the page itself. */
  canonical: string
  /** Open Graph: `og:title` and its like. */
  properties: Record<string, string>
  /** Others: `twitter:card`, `robots`. */
  names: Record<string, string>
}

/** The tags by which messengers and search engines know a page, as HTML of its head. */
export const headTags = ({ canonical, properties, names }: HeadTags): string =>
  [
    `<link rel="canonical" href="${escaped(canonical)}" />`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${escaped(value)}" />`),
    ...Object.entries(names).map(([name, value]) => `<meta name="${name}" content="${escaped(value)}" />`),
  ].join('\n    ')
