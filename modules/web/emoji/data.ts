import type { EmojiRow } from './emoji-rows.ts'

// The build turns these files into rows (server/launch/emoji-data.ts).
const sources: Record<string, () => Promise<{ default: unknown }>> = {
  de: () => import('emojibase-data/de/compact.json'),
  en: () => import('emojibase-data/en/compact.json'),
}

/** All emoji with names and words in the reader's language, English where there is none; fetched when first asked for. */
export const loadEmoji = async (locale: string): Promise<EmojiRow[]> => {
  const load = sources[locale.split('-')[0] ?? ''] ?? sources.en
  return (await load?.())?.default as EmojiRow[]
}

/** Rows whose name or words hold every word of the query, those whose name begins with it first. */
export const findEmoji = (rows: readonly EmojiRow[], query: string, locale: string): EmojiRow[] => {
  const wanted = query.trim().toLocaleLowerCase(locale)
  const words = wanted.split(/\s+/)
  const found = rows.filter(([char, label, tags]) => {
    const text = `${label} ${tags}`.toLocaleLowerCase(locale)
    return char === query.trim() || words.every((word) => text.includes(word))
  })
  const begins = ([, label]: EmojiRow) => (label.toLocaleLowerCase(locale).startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => begins(a) - begins(b))
}
