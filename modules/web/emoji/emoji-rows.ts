import { withSkinTone } from './skin-tones.ts'

/** Emoji, name, search keywords, group (Unicode's number), 1 if it has skin tones. */
export type EmojiRow = [char: string, label: string, keywords: string, group: number, toned: 0 | 1]

/** Fields of an entry of emojibase's `compact.json` that the picker needs. */
interface Entry {
  unicode: string
  label: string
  tags?: string[]
  group?: number
  skins?: { unicode: string }[]
}

const components = 2
const plain = (char: string) => (/^\p{RGI_Emoji}$/v.test(char) ? char : char.replaceAll('\ufe0f', ''))

/** Converts emojibase's data to the picker's rows, a quarter of its size. Emoji with two skin tones count as having none. */
export const toEmojiRows = (entries: readonly Entry[]): EmojiRow[] =>
  entries.flatMap(({ unicode, label, tags = [], group, skins = [] }) => {
    if (group === undefined || group === components) return []
    const char = plain(unicode)
    const tonable =
      skins.length > 0 && [1, 5].every((tone) => skins.some((skin) => skin.unicode === withSkinTone(char, tone)))
    return [[char, label, tags.join(' '), group, tonable ? 1 : 0] satisfies EmojiRow]
  })
