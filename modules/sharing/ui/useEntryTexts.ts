import { useMemo } from 'react'
import type { Item } from '../../storage/contract.ts'
import { formatBytes, formatDate, formatDateTime, type Translate, usePageContext, useT, useZone } from '../../web/ui.ts'

/** Texts of the rows; one object for all of them. */
export interface EntryTexts {
  t: Translate
  amount(item: Item): string
  day(iso: string): string
  exact(iso: string): string
}

export const useEntryTexts = (): EntryTexts => {
  const t = useT()
  const { locale } = usePageContext()
  const zone = useZone()
  return useMemo(
    () => ({
      t,
      amount: ({ type, attributes }) =>
        type === 'folder'
          ? t('sharing:meta.items', { count: attributes.items })
          : formatBytes(attributes.size ?? 0, locale),
      day: (iso) => formatDate(iso, locale, zone),
      exact: (iso) => formatDateTime(iso, locale, zone),
    }),
    [t, locale, zone],
  )
}
