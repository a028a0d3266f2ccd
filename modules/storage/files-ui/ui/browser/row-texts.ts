import { useMemo } from 'react'
import { dayMs } from '../../../../shared/contract.ts'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatRelative,
  type Translate,
  useNow,
  usePageContext,
  useT,
  useZone,
} from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'

/** Texts of rows. One object for all, so that rows need no hooks. */
export interface RowTexts {
  t: Translate
  /** Who added a file, where it was somebody else. */
  creator(item: Item): Creator | undefined
  /** Size of a file, item count of a folder. */
  amount(item: Item): string
  /** Size of a file, or total size of a folder. */
  size(item: Item): string
  /** Day in the user's time zone: “Today”, “Thu, Nov 19”. */
  day(iso: string): string
  /** “3 hours ago”, after a week the date. */
  when(iso: string): string
  /** Date and time. */
  exact(iso: string): string
}

type Creator = NonNullable<Item['relationships']['creator']>['data']

const weekMs = 7 * dayMs

export const useRowTexts = (): RowTexts => {
  const t = useT()
  const { locale, user } = usePageContext()
  const reader = user?.id
  const now = useNow()
  const zone = useZone()
  return useMemo(() => {
    // A row shows the same time twice.
    let last = ''
    let text = ''
    return {
      t,
      creator: ({ type, relationships: { creator } }) =>
        type === 'file' && creator?.data.id !== reader ? creator?.data : undefined,
      amount: ({ type, attributes }) =>
        type === 'folder'
          ? t('storage:list.items', { count: attributes.items })
          : formatBytes(attributes.size ?? 0, locale),
      size: ({ type, attributes }) =>
        type === 'folder' && (attributes.items === 0 || attributes.size === null)
          ? t('storage:list.items', { count: attributes.items })
          : formatBytes(attributes.size ?? 0, locale),
      day: (iso) => formatDay(iso, locale, zone, now),
      when: (iso) => {
        if (iso === last) return text
        const isRecent = Math.abs(now - Date.parse(iso)) < weekMs
        text = isRecent ? formatRelative(iso, locale, zone, now) : formatDate(iso, locale, zone)
        last = iso
        return text
      },
      exact: (iso) => formatDateTime(iso, locale, zone),
    }
  }, [t, locale, now, zone, reader])
}
