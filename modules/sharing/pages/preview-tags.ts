import type { PageContextServer } from 'vike/types'
import type { Item } from '../../storage/contract.ts'
import { type BrowserI18n, formatBytes, headTags, type Translate, translatorOf } from '../../web/ui.ts'
import { ogImageSize, type PageVisit } from '../contract.ts'

const sizeOf = ({ type, attributes }: Item, locale: string, t: Translate) =>
  type === 'folder' ? t('sharing:meta.items', { count: attributes.items }) : formatBytes(attributes.size ?? 0, locale)

/** Metadata of a link for messengers and search engines; of a locked one only that it is locked (D18). */
const metadataOf = (page: PageContextServer): { visit: PageVisit; title: string; text: string } | null => {
  const { visit } = (page as { data?: { visit?: PageVisit } }).data ?? {}
  if (!visit?.share) return null
  const { i18n } = page as { i18n: BrowserI18n }
  const t = translatorOf(i18n)
  const { item, owner } = visit.share.relationships
  const app = page.settings.name
  if (visit.state !== 'open' || !item)
    return { visit, title: `${t('sharing:meta.protected')} – ${app}`, text: t('sharing:meta.protectedText') }
  const { data } = item
  const kind = data.type === 'folder' ? 'folder' : 'file'
  return {
    visit,
    title: `${data.attributes.name} (${sizeOf(data, page.locale, t)}) – ${app}`,
    text: owner?.name ? t(`sharing:meta.sends.${kind}`, { owner: owner.name }) : t(`sharing:meta.sent.${kind}`),
  }
}

export const description = (page: PageContextServer): string | undefined => metadataOf(page)?.text

/** Open Graph, Twitter and robots tags, in the same HTML for every client. */
export const previewTags = (page: PageContextServer): string => {
  const metadata = metadataOf(page)
  if (!metadata) return '<meta name="robots" content="noindex" />'
  const { visit, title, text } = metadata
  const properties = {
    'og:type': 'website',
    'og:site_name': page.settings.name,
    'og:url': visit.link,
    'og:title': title,
    'og:description': text,
    'og:image': visit.ogImage,
    'og:image:type': 'image/png',
    'og:image:width': String(ogImageSize.width),
    'og:image:height': String(ogImageSize.height),
    'og:image:alt': title,
  }
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': text,
    'twitter:image': visit.ogImage,
    ...(visit.allowIndexing ? {} : { robots: 'noindex' }),
  }
  return headTags({ canonical: visit.link, properties, names })
}
