import { toned } from './tones.ts'

/** Emoji, its name, words to find it by, its group (Unicode's number), 1 where it has skin tones. */
export type EmojiRow = [char: string, label: string, words: string, group: number, toned: 0 | 1]

/** What the picker needs of an entry of emojibase's `compact.json`. */
interface Entry {
  unicode: string
  label: string
  tags?: string[]
  group?: number
  skins?: { unicode: string }[]
}

const components = 2
const plain = (char: string) => (/^\p{RGI_Emoji}$/v.test(char) ? char : char.replaceAll('\ufe0f', ''))

/** The picker's rows: a quarter of the data they are made from. Skin tones are left out where one word does not tell them. */
export const rowsOf = (entries: readonly Entry[]): EmojiRow[] =>
  entries.flatMap(({ unicode, label, tags = [], group, skins = [] }) => {
    if (group === undefined || group === components) return []
    const char = plain(unicode)
    const tonable = skins.length > 0 && [1, 5].every((tone) => skins.some((skin) => skin.unicode === toned(char, tone)))
    return [[char, label, tags.join(' '), group, tonable ? 1 : 0] satisfies EmojiRow]
  })
