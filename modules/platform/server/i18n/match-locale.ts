const sameLanguage = (offered: readonly string[], tag: string): string | undefined =>
  offered.find((locale) => locale.toLowerCase().startsWith(`${tag.toLowerCase().split('-')[0]}-`))

/** The offered language of a tag without its last `dropped` parts, or of fewer parts (`de-AT`: `de`). */
const shortened = (offered: readonly string[], tag: string, dropped: number): string | undefined => {
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length - dropped; length > 0; length -= 1) {
    const shorter = parts.slice(0, length).join('-')
    const found = offered.find((locale) => locale.toLowerCase() === shorter)
    if (found) return found
  }
  return undefined
}

/**
 * The offered language for a tag: the same, else the one without region or script (`de-AT`: `de`, `zh-Hans-CN`: `zh`), else
 * the same language of another region (`pt` and `pt-PT`: `pt-BR`).
 */
export const matchLocale = (offered: readonly string[], tag: string): string | undefined =>
  shortened(offered, tag, 0) ?? sameLanguage(offered, tag)

/**
 * The offered language whose texts a variant has where it lacks some: the one that its readers had without the variant. Null
 * for a shipped language, which lacks none, and for one without variants.
 */
export const baseLocaleOf = (
  locale: string,
  offered: readonly string[],
  shipped: ReadonlySet<string>,
): string | null => {
  if (shipped.has(locale)) return null
  const complete = offered.filter((other) => shipped.has(other))
  return shortened(offered, locale, 1) ?? sameLanguage(complete, locale) ?? null
}
