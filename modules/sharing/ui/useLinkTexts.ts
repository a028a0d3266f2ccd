import { useNow, useZone } from '../../storage/ui.ts'
import { formatDate, formatDateTime, formatNumber, formatRelative, usePageContext, useT } from '../../web/ui.ts'
import type { ShareLink } from '../contract.ts'

type Link = ShareLink['attributes']

const day = 86_400_000

/** Short texts about a link. */
export const useLinkTexts = () => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  const number = (value: number) => formatNumber(value, locale)
  return {
    permission: ({ permission }: Pick<Link, 'permission'>) => t(`sharing:state.${permission}`),
    /** “Ends in 3 hours”, or the date if that is more than a day away; null for a link that never expires. */
    end: ({ expires_at }: Pick<Link, 'expires_at'>) => {
      if (expires_at === null) return null
      const left = Date.parse(expires_at) - now
      if (left > day) return t('sharing:state.expiresOn', { when: formatDate(expires_at, locale, zone) })
      return t(left > 0 ? 'sharing:state.expires' : 'sharing:state.expired', {
        when: formatRelative(expires_at, locale, now),
      })
    },
    exactly: (iso: string) => formatDateTime(iso, locale, zone),
    opened: ({ opened }: Pick<Link, 'opened'>) =>
      opened === 0 ? t('sharing:state.unopened') : t('sharing:state.opened', { count: opened, number: number(opened) }),
    downloads: ({ downloads, max_downloads }: Pick<Link, 'downloads' | 'max_downloads'>) =>
      max_downloads === null
        ? t('sharing:state.downloaded', { count: downloads, number: number(downloads) })
        : t('sharing:state.used', { number: number(downloads), limit: number(max_downloads) }),
    /** The same below a heading that names the count. */
    used: ({ downloads, max_downloads }: Pick<Link, 'downloads' | 'max_downloads'>) =>
      max_downloads === null
        ? number(downloads)
        : t('sharing:state.usedShort', { number: number(downloads), limit: number(max_downloads) }),
  }
}
