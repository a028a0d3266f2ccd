/** Text for comparison in searches: lower case, without diacritics. */
export const foldText = (text: string, locale?: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(locale)
