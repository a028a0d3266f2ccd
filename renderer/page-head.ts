import type { PageContextServer } from 'vike/types'
import { headTagsHtml, type Translate } from '../modules/web/ui.ts'
import { documentTitle } from './title.ts'

/** The page's description, else the installation's, else the default text. */
export const pageDescription = (pageContext: PageContextServer, t: Translate): string => {
  const { settings, config } = pageContext
  return config.description?.(pageContext) ?? (settings.description || t('site:page.home.text', { app: settings.name }))
}

const isIndexable = (pageContext: PageContextServer): boolean => {
  const { indexable = false } = pageContext.config
  return typeof indexable === 'function' ? indexable(pageContext) : indexable
}

/**
 * HTML of the head: the page's own tags, else canonical URL, languages, Open Graph tags and structured data of indexable
 * pages, else `noindex`. The language of a URL with `?lang=` is the reader's for that page only.
 */
export const pageHead = (pageContext: PageContextServer, t: Translate): string => {
  const { config, settings, appUrl, urlPathname, urlParsed } = pageContext
  if (config.head) return config.head(pageContext)
  if (!isIndexable(pageContext)) return '<meta name="robots" content="noindex" />'
  const { lang } = urlParsed.search
  const locales = config.translations?.(pageContext) ?? settings.locales
  const address = (locale: string | null) => `${appUrl}${urlPathname}${locale ? `?lang=${locale}` : ''}`
  const canonical = address(lang && locales.includes(lang) ? lang : null)
  const properties = {
    'og:type': 'website',
    'og:site_name': settings.name,
    'og:url': canonical,
    // Open Graph writes `pt_BR`.
    'og:locale': settings.locale.replace('-', '_'),
    'og:title': documentTitle(pageContext, t),
    'og:description': pageDescription(pageContext, t),
    ...previewImage(pageContext),
  }
  const languages: [string, string][] = locales.map((locale) => [locale, address(locale)])
  const alternates = { ...Object.fromEntries(languages), 'x-default': address(null) }
  return `${headTagsHtml({ canonical, properties, names: { 'twitter:card': settings.images.app_og_image ? 'summary_large_image' : 'summary' }, alternates })}${jsonLd(pageContext)}`
}

/** The installation's picture for link previews, if it has one. */
const previewImage = ({ settings, appUrl }: PageContextServer): Record<string, string> => {
  const image = settings.images.app_og_image
  if (!image) return {}
  const { src, width, height } = image
  return { 'og:image': `${appUrl}${src}`, 'og:image:width': String(width), 'og:image:height': String(height) }
}

/** A data block, which the browser does not execute; `<` could end it. */
const jsonLd = (pageContext: PageContextServer): string => {
  const data = pageContext.config.structuredData?.(pageContext)
  if (!data) return ''
  return `\n    <script type="application/ld+json" nonce="${pageContext.cspNonce ?? ''}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
