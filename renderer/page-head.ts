import type { PageContextServer } from 'vike/types'
import { headTags, type Translate } from '../modules/web/ui.ts'
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

/** HTML of the head: the page's own tags, else canonical URL and Open Graph tags of indexable pages, else `noindex`. */
export const pageHead = (pageContext: PageContextServer, t: Translate): string => {
  const { config, settings, appUrl, urlPathname } = pageContext
  if (config.head) return config.head(pageContext)
  if (!isIndexable(pageContext)) return '<meta name="robots" content="noindex" />'
  const canonical = `${appUrl}${urlPathname}`
  const properties = {
    'og:type': 'website',
    'og:site_name': settings.name,
    'og:url': canonical,
    'og:title': documentTitle(pageContext, t),
    'og:description': pageDescription(pageContext, t),
  }
  return headTags({ canonical, properties, names: { 'twitter:card': 'summary' } })
}
