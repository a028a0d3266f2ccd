import { dayMs } from '../../shared/contract.ts'
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatRelative,
  useNow,
  usePageContext,
  useT,
  useZone,
} from '../../web/ui.ts'
import type { ShareLink } from '../contract.ts'

type Link = ShareLink['attributes']

/** Permissions of a link's visitors, in words. */
export type LinkAccess = 'view' | 'visitor' | 'editor' | 'editorOnly'

// i18n-keys: sharing:state.view, sharing:state.visitor, sharing:state.editor, sharing:state.editorOnly
// i18n-keys: sharing:access.view, sharing:access.visitor, sharing:access.editor, sharing:access.editorOnly
export const linkAccessOf = ({ permission, download }: Pick<Link, 'permission' | 'download'>): LinkAccess =>
  permission === 'editor' ? (download ? 'editor' : 'editorOnly') : download ? 'visitor' : 'view'

/** Short texts about a link. */
export const useLinkTexts = () => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  const number = (value: number) => formatNumber(value, locale)
  return {
    /** “Can view and download”. */
    permission: (link: Pick<Link, 'permission' | 'download'>) => t(`sharing:state.${linkAccessOf(link)}`),
    /** “Anyone with the link can view and download” */
    sentence: (link: Pick<Link, 'permission' | 'download' | 'require_email_code'>) =>
      `${t(link.require_email_code ? 'sharing:who.invited' : 'sharing:who.anyone')} ${t(`sharing:access.${linkAccessOf(link)}`)}`,
    /** “Ends in 3 hours”, or the date if that is more than a day away; null for a link that never expires. */
    end: ({ expires_at }: Pick<Link, 'expires_at'>) => {
      if (expires_at === null) return null
      const left = Date.parse(expires_at) - now
      if (left > dayMs) return t('sharing:state.expiresOn', { when: formatDate(expires_at, locale, zone) })
      return t(left > 0 ? 'sharing:state.expires' : 'sharing:state.expired', {
        when: formatRelative(expires_at, locale, zone, now),
      })
    },
    exactly: (iso: string) => formatDateTime(iso, locale, zone),
    opened: ({ opened }: Pick<Link, 'opened'>) =>
      opened === 0 ? t('sharing:state.unopened') : t('sharing:state.opened', { count: opened, number: number(opened) }),
    downloads: ({ downloads, max_downloads }: Pick<Link, 'downloads' | 'max_downloads'>) =>
      max_downloads === null
        ? t('sharing:state.downloaded', { count: downloads, number: number(downloads) })
        : t('sharing:state.used', { number: number(downloads), count: max_downloads }),
    /** The count of downloads alone, for a place below a heading that names it. */
    used: ({ downloads, max_downloads }: Pick<Link, 'downloads' | 'max_downloads'>) =>
      max_downloads === null
        ? number(downloads)
        : t('sharing:state.usedShort', { number: number(downloads), limit: number(max_downloads) }),
  }
}
