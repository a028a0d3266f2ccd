import type { Platform } from '../../platform/index.ts'
import { dayMs } from '../../shared/contract.ts'
import type { ConfigSources } from './app-config.ts'

/**
 * Excludes crawlers from the pages of users. Pages of share links are not listed: their own tags say whether they may be
 * indexed, and a crawler must be able to read those.
 */
export const robotsTxt = ({ config }: Platform): string =>
  [
    'User-agent: *',
    ...[
      '/api/',
      '/platform/',
      '/user/',
      '/admin/',
      '/request/',
      '/file/',
      '/thumbnail/',
      '/setup-wizard/',
      '/install',
      '/unsubscribe/',
    ].map((path) => `Disallow: ${path}`),
    `Sitemap: ${config.appUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** The public pages that this installation shows, each with its languages. */
export const sitemapXml = async (
  { config, settings, i18n }: Platform,
  { pages, canSignUp }: Pick<ConfigSources, 'pages' | 'canSignUp'>,
): Promise<string> => {
  const legal = (await pages.list(i18n.fallback)).filter(({ visible }) => visible)
  const translations = new Map(legal.map(({ slug, translations }) => [`/page/${slug}`, translations]))
  const paths = [
    ...((await settings.get('allow_homepage')) ? ['/'] : []),
    ...translations.keys(),
    '/contact-us',
    '/sign-in',
    ...((await settings.get('allow_api_docs')) ? ['/developers'] : []),
    ...((await canSignUp()) ? ['/sign-up'] : []),
  ]
  const alternates = (path: string) =>
    (translations.get(path) ?? i18n.locales).map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${config.appUrl}${path}?lang=${locale}"/>`,
    )
  const urls = paths.map((path) => `  <url><loc>${config.appUrl}${path}</loc>${alternates(path).join('')}</url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const yearMs = 365 * dayMs

/** RFC 9116. Null without a contact email. */
export const securityTxt = async ({ config, settings }: Platform): Promise<string | null> => {
  const contact = await settings.get('contact_email')
  if (!contact) return null
  const expires = new Date(Math.ceil(Date.now() / yearMs) * yearMs).toISOString()
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires}`,
    `Canonical: ${config.appUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
