/** Keys in the order of the lookup: a text may have one for none or a single thing beside its plural forms, as `=1` in ICU. */
export const countedKey = (key: string, count: unknown): string | string[] =>
  count === 0 || count === 1 ? [`${key}_${count}`, key] : key
