/** Skin tones as Unicode orders them, light to dark. */
const skinTones = ['\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'] as const

/** Applies one skin tone to every person in the emoji. `tone` 0: none, 1–5: light to dark. */
export const withSkinTone = (char: string, tone: number): string => {
  const modifier = skinTones[tone - 1]
  return modifier ? char.replace(/(\p{Emoji_Modifier_Base})\ufe0f?/gu, `$1${modifier}`) : char
}
