import { useNow, useZone } from '../../storage/ui.ts'
import { formatDateTime, formatNumber, formatRelative, usePageContext, useT } from '../../web/ui.ts'
import type { Share } from '../contract.ts'

type Link = Share['attributes']

/** What is said of a link, in a few words each. */
export const useLinkTexts = () => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  const number = (value: number) => formatNumber(value, locale)
  return {
    permission: ({ permission }: Pick<Link, 'permission'>) => t(`sharing:state.${permission}`),
    /** “ends in 3 days”; null for a link without an end. */
    end: ({ expires_at }: Pick<Link, 'expires_at'>) => {
      if (expires_at === null) return null
      const when = formatRelative(expires_at, locale, now)
      return t(Date.parse(expires_at) > now ? 'sharing:state.ends' : 'sharing:state.ended', { when })
    },
    exactly: (iso: string) => formatDateTime(iso, locale, zone),
    opened: ({ opened }: Pick<Link, 'opened'>) => t('sharing:state.opened', { count: opened, number: number(opened) }),
    downloads: ({ downloads, max_downloads }: Pick<Link, 'downloads' | 'max_downloads'>) =>
      max_downloads === null
        ? t('sharing:state.downloaded', { count: downloads, number: number(downloads) })
        : t('sharing:state.used', { number: number(downloads), limit: number(max_downloads) }),
  }
}
