import type { PageContextServer } from 'vike/types'
import type { Item } from '../../storage/contract.ts'
import { type BrowserI18n, formatBytes, headTagsHtml, type Translate, translatorOf } from '../../web/ui.ts'
import { filmSize, ogImageSize, type PageVisit, showOembed } from '../contract.ts'

const sizeOf = ({ type, attributes }: Item, locale: string, t: Translate) =>
  type === 'folder' ? t('sharing:meta.items', { count: attributes.items }) : formatBytes(attributes.size ?? 0, locale)

/** Metadata of a link for messengers and search engines; of a locked one only that it is locked (D18). */
const metadataOf = (page: PageContextServer) => {
  const { visit } = (page as { data?: { visit?: PageVisit } }).data ?? {}
  const share = visit?.share
  if (!share) return null
  const { i18n } = page as { i18n: BrowserI18n }
  const t = translatorOf(i18n)
  const { item, owner } = share.relationships
  const app = page.settings.name
  if (visit.state !== 'open' || !item)
    return { visit, share, title: `${t('sharing:meta.protected')} – ${app}`, text: t('sharing:meta.protectedText') }
  const { data } = item
  const kind = data.type === 'folder' ? 'folder' : 'file'
  return {
    visit,
    share,
    title: `${data.attributes.name} (${sizeOf(data, page.locale, t)}) – ${app}`,
    text: owner?.name ? t(`sharing:meta.sends.${kind}`, { owner: owner.name }) : t(`sharing:meta.sent.${kind}`),
  }
}

/** The link's page as a player, for messengers that show films. */
const playerTags = (link: string) => ({
  'og:video': link,
  ...(link.startsWith('https:') && { 'og:video:secure_url': link }),
  'og:video:type': 'text/html',
  'og:video:width': String(filmSize.width),
  'og:video:height': String(filmSize.height),
})

/** The URL at which other sites ask how to embed a link. The form in XML is not named, as all readers take JSON. */
const oembedUrl = (page: PageContextServer, link: string) =>
  `${page.appUrl}${showOembed.path}?${new URLSearchParams({ url: link, format: 'json' })}`

export const description = (page: PageContextServer): string | undefined => metadataOf(page)?.text

/** Open Graph, Twitter and robots tags, in the same HTML for every client. */
export const previewTags = (page: PageContextServer): string => {
  const metadata = metadataOf(page)
  if (!metadata) return '<meta name="robots" content="noindex" />'
  const { visit, share, title, text } = metadata
  // The rule of `isEmbeddable` on the server, which decides whether other sites may frame the page.
  const { protected: isProtected, permission } = share.attributes
  const mayBeFramed = visit.state === 'open' && !isProtected && permission === 'visitor'
  const isVideo = share.relationships.item?.data.attributes.kind === 'video'
  const properties = {
    'og:type': isVideo ? 'video.other' : 'website',
    'og:site_name': page.settings.name,
    'og:url': visit.link,
    'og:title': title,
    'og:description': text,
    'og:image': visit.ogImage,
    'og:image:type': 'image/png',
    'og:image:width': String(ogImageSize.width),
    'og:image:height': String(ogImageSize.height),
    'og:image:alt': title,
    ...(mayBeFramed && isVideo && playerTags(visit.link)),
  }
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': text,
    'twitter:image': visit.ogImage,
    ...(visit.allowIndexing ? {} : { robots: 'noindex' }),
  }
  const descriptions: Record<string, string> = mayBeFramed
    ? { 'application/json+oembed': oembedUrl(page, visit.link) }
    : {}
  return headTagsHtml({ canonical: visit.link, properties, names, descriptions })
}
