import { formatNumber } from './format.ts'
import type { Translate } from './use-t.ts'

/** Translates a text with a count: `{{number}}` is formatted for the locale, `count` selects the plural form. */
export const countText = (key: string, count: number, locale: string, t: Translate, values = {}): string =>
  t(key, { count, number: formatNumber(count, locale), ...values })
