import { useMemo } from 'react'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatRelative,
  type Translate,
  usePageContext,
  useT,
} from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { useNow, useZone } from '../useClock.ts'

/** What rows say; one object for all of them, so that a row needs no hooks of its own. */
export interface RowTexts {
  t: Translate
  /** Size of a file, number of things in a folder. */
  amount(item: Item): string
  /** Bytes of a file or of all that is in a folder. */
  size(item: Item): string
  /** The day in the person's time zone: “Today”, “Thu, Nov 19”. */
  day(iso: string): string
  /** “3 hours ago”, from a week on the date; the exact time besides. */
  when(iso: string): { text: string; exact: string }
}

const week = 7 * 86_400_000

export const useRowTexts = (): RowTexts => {
  const t = useT()
  const { locale } = usePageContext()
  const now = useNow()
  const zone = useZone()
  return useMemo(
    () => ({
      t,
      amount: ({ type, attributes }) =>
        type === 'folder'
          ? t('storage:list.items', { count: attributes.items })
          : formatBytes(attributes.size ?? 0, locale),
      size: ({ type, attributes }) =>
        type === 'folder' && (attributes.items === 0 || attributes.size === null)
          ? t('storage:list.items', { count: attributes.items })
          : formatBytes(attributes.size ?? 0, locale),
      day: (iso) => formatDay(iso, locale, zone, now),
      when: (iso) => ({
        text:
          Math.abs(now - Date.parse(iso)) < week
            ? formatRelative(iso, locale, now, zone)
            : formatDate(iso, locale, zone),
        exact: formatDateTime(iso, locale, zone),
      }),
    }),
    [t, locale, now, zone],
  )
}
