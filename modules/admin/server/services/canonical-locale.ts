/** The canonical form of a language tag, which is the id of a language; null when the text is not a language tag. */
export const canonicalLocale = (locale: string): string | null => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(locale)
    return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) ? tag : null
  } catch {
    return null
  }
}
