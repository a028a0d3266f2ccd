import { formatNumber } from './format.ts'
import type { Translate } from './use-t.ts'

/** A text with a number in it: `{{number}}` as people write it, the plural form by `count`. */
export const countText = (key: string, count: number, locale: string, t: Translate, values = {}): string =>
  t(key, { count, number: formatNumber(count, locale), ...values })
