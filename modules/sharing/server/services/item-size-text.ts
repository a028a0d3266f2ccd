import type { Translate } from '../../../platform/index.ts'
import { formatLocale } from '../../../shared/contract.ts'
import type { ItemRow } from '../../../storage/index.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Size of a file in the reader's locale, in decimal units (D22); of a folder the number of its entries. */
export const itemSizeText = (
  { is_folder: isFolder, child_count: count, size }: Pick<ItemRow, 'is_folder' | 'child_count' | 'size'>,
  locale: string,
  t: Translate,
): string => {
  // `replace` puts in the formatted number, while `count` selects the plural form.
  if (isFolder)
    return t('sharing:meta.items', {
      count,
      replace: { count: new Intl.NumberFormat(formatLocale(locale)).format(count) },
    })
  const bytes = size ?? 0
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const unit = units[step] ?? 'byte'
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const maximumFractionDigits = step < 2 ? 0 : 1
  return new Intl.NumberFormat(formatLocale(locale), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits,
  }).format(bytes / 1_000 ** step)
}
