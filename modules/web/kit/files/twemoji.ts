/** Base path of Twemoji's images; the version makes the URLs immutable. */
export const twemojiBase = '/twemoji/15.0.0/'

/** URL of an emoji's image: its code points, without variation selectors unless it is a sequence. */
export const twemojiUrl = (char: string): string => {
  const codes = Array.from(char, (part) => (part.codePointAt(0) ?? 0).toString(16))
  return `${twemojiBase}${(codes.includes('200d') ? codes : codes.filter((code) => code !== 'fe0f')).join('-')}.svg`
}
