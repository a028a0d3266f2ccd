import type { ItemEmoji } from '../contract.ts'
import { storageErrors } from './errors.ts'

const known = /^\p{RGI_Emoji}$/v
const variant = '\ufe0f'

/**
 * The emoji as it is stored: one that Unicode recommends for interchange, in its recommended spelling (A63). 422 for
 * any other text and for several emoji.
 */
export const cleanEmoji = (emoji: ItemEmoji | null | undefined): ItemEmoji | null => {
  if (!emoji) return null
  const bare = emoji.char.replaceAll(variant, '')
  const char = [emoji.char, bare, bare + variant].find((spelling) => known.test(spelling))
  if (!char) throw storageErrors.fail('emoji-unknown')
  return { ...emoji, char }
}
