import { minPasswordLength } from '../../contract.ts'

export const passwordStrengths = ['short', 'weak', 'fair', 'good', 'strong'] as const
type Strength = (typeof passwordStrengths)[number]

/** Common parts of passwords; each counts as a single character. */
const common =
  /passwor[dt]|passwort|kennwort|geheim|hallo|schatz|qwert[yz]?|asdf[gh]*|yxcv|zxcv|letmein|welcome|willkommen|admin|login|dragon|monkey|football|fussball|baseball|iloveyou|sunshine|princess|master|shadow|superman|batman|trustno|summer|winter|sommer|spring|autumn|herbst|coffer|secret|test|user|abc|123+|321|000+|111+|(?:19|20)\d\d/g

const isRun = (a: number, b: number, c: number) => b - a === c - b && Math.abs(b - a) <= 1

/** Shortens repetitions and sequences (`aaaa`, `1234`, `fedc`) to their first two characters. */
const shrink = (text: string): string =>
  [...text]
    .filter((_, at, all) => {
      if (at < 2) return true
      const [a, b, c] = [all[at - 2], all[at - 1], all[at]].map((sign) => sign?.codePointAt(0) ?? 0) as [
        number,
        number,
        number,
      ]
      return !isRun(a, b, c)
    })
    .join('')

/** Estimated entropy: 2.3 bits per letter of a natural word, other characters by how many kinds are mixed. */
const bitsOf = (text: string): number => {
  const words = text.match(/\p{Ll}{4,}/gu)?.filter((word) => /[aeiouyäöü]/.test(word)) ?? []
  const wordLetters = words.join('').length
  const rest = text.length - wordLetters
  const pool =
    (/[a-z]/.test(text) ? 26 : 0) +
    (/[A-Z]/.test(text) ? 26 : 0) +
    (/\d/.test(text) ? 10 : 0) +
    (/[^a-zA-Z\d]/.test(text) ? 33 : 0)
  return wordLetters * 2.3 + rest * Math.log2(Math.max(pool, 2))
}

/**
 * Estimates the strength of a password against guessing, in five steps. Unknown patterns make a password look stronger
 * than it is, so only length and mixed characters without patterns reach the top.
 * `own`: texts about the user (name, email), which add no strength.
 */
export const passwordStrength = (password: string, own: readonly string[] = []): Strength => {
  if (password.length < minPasswordLength) return 'short'
  let rest = password
  for (const part of own.flatMap((text) => text.split(/[\s@.]+/)).filter((part) => part.length >= 3))
    rest = rest.replace(new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '#')
  // Common words are matched in any case and with the usual letter substitutions undone.
  const plain = rest
    .toLowerCase()
    .replace(/[@4]/g, 'a')
    .replace(/3/g, 'e')
    .replace(/0/g, 'o')
    .replace(/[$5]/g, 's')
    .replace(/[!1]/g, 'i')
  const hidden = plain.match(common)?.join('').length ?? 0
  const visible = rest.toLowerCase().match(common)?.join('').length ?? 0
  const kept = hidden > visible ? plain.replace(common, '#') : rest.replace(new RegExp(common, 'gi'), '#')
  const bits = bitsOf(shrink(kept))
  return bits < 34 ? 'weak' : bits < 48 ? 'fair' : bits < 64 ? 'good' : 'strong'
}
