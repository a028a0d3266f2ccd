import { foldText } from '../../shared/contract.ts'
import { loadInTime } from '../kit/load-with-retry.ts'
import type { EmojiRow } from './emoji-rows.ts'

// The build turns these files into rows (server/launch/emoji-data.ts).
const sources: Record<string, () => Promise<{ default: unknown }>> = {
  de: loadInTime(() => import('emojibase-data/de/compact.json')),
  en: loadInTime(() => import('emojibase-data/en/compact.json')),
  es: loadInTime(() => import('emojibase-data/es/compact.json')),
  fr: loadInTime(() => import('emojibase-data/fr/compact.json')),
  it: loadInTime(() => import('emojibase-data/it/compact.json')),
  ja: loadInTime(() => import('emojibase-data/ja/compact.json')),
  pl: loadInTime(() => import('emojibase-data/pl/compact.json')),
  pt: loadInTime(() => import('emojibase-data/pt/compact.json')),
  zh: loadInTime(() => import('emojibase-data/zh/compact.json')),
}

/** Loads all emoji with names and keywords in the locale's language, English if there is none. */
export const loadEmoji = async (locale: string): Promise<EmojiRow[]> => {
  const load = sources[locale.split('-')[0] ?? ''] ?? sources.en
  return (await load?.())?.default as EmojiRow[]
}

/** Rows whose name or keywords contain every word of the query; names that start with it come first. */
export const findEmoji = (rows: readonly EmojiRow[], query: string): EmojiRow[] => {
  const text = foldText(query.trim())
  const words = text.split(/\s+/)
  const matches = rows.filter(([char, label, tags]) => {
    const haystack = foldText(`${label} ${tags}`)
    return char === query.trim() || words.every((word) => haystack.includes(word))
  })
  const rank = ([, label]: EmojiRow) => (foldText(label).startsWith(text) ? 0 : 1)
  return matches.sort((a, b) => rank(a) - rank(b))
}
