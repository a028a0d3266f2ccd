import { formatLocale, formatMoney, type Money } from '../../shared/contract.ts'
import { formatBytes, formatDate, formatTime, usePageContext, useT, useZone } from '../../web/ui.ts'
import type { Plan } from '../contract.ts'

/** How the billing pages write dates, sizes and prices: in the user's language and time zone. */
export const useBillingFormat = () => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  return {
    date: (iso: string) => formatDate(iso, locale, zone),
    /** A day as the server wrote it: `2026-11-23`. */
    day: (day: string) => formatDate(day, locale, 'UTC'),
    time: (iso: string) => formatTime(iso, locale, zone),
    bytes: (bytes: number) => formatBytes(bytes, locale),
    money: (money: Money) => formatMoney(money, locale),
    percent: (share: number) =>
      new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 }).format(share),
    /** With its interval: "$9.00 per month". */
    price: ({ attributes: { price, interval } }: Plan) =>
      t(`billing:page.subscription.${interval === 'year' ? 'perYear' : 'perMonth'}`, { price: price ?? '' }),
  }
}
