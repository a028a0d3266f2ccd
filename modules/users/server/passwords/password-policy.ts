import { platformErrors } from '../../../platform/index.ts'
import { commonWords, longCommonPasswords } from './common-passwords.ts'

const leet: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const letters = (text: string) => text.replace(/[013457@$!]/g, (sign) => leet[sign] as string)

/** Up to five characters repeated: `aaaaaaaaaa`, `abcabcabcabc`. */
const isRepeated = (text: string) => /^(.{1,5})\1+.{0,4}$/u.test(text)

/** `1234567890`, `0987654321`, `abcdefghij`. */
const isSequence = (text: string) => {
  const steps = new Set(
    [...text].slice(1).map((sign, index) => (sign.codePointAt(0) ?? 0) - (text.codePointAt(index) ?? 0)),
  )
  return steps.size === 1 || /^(0?123456789(0?|0123456789)|9876543210)$/.test(text)
}

/**
 * True for guessable passwords: common ones, common words with digits and symbols around them or in place of letters,
 * and words of this account or installation (`personalWords`).
 */
export const isCommonPassword = (password: string, personalWords: readonly string[] = []): boolean => {
  const text = password.toLowerCase().normalize('NFKC')
  if (longCommonPasswords.has(text) || isRepeated(text) || isSequence(text)) return true
  const words = new Set(
    personalWords.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3),
  )
  const guessable = (piece: string) => commonWords.has(piece) || words.has(piece)
  for (const spelling of [text, letters(text)]) {
    const pieces = spelling.split(/[^\p{L}]+/u).filter(Boolean)
    if (pieces.length > 0 && pieces.length <= 2 && pieces.every(guessable)) return true
  }
  const trimmed = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const variants = [text, trimmed, letters(text), letters(trimmed), letters(text.replace(/[\d\W_]+$/u, ''))]
  return variants.some((variant) => {
    const compact = variant.replace(/[\s._-]+/g, '')
    const half = compact.slice(0, compact.length / 2)
    const base = half + half === compact ? half : compact
    return guessable(base) || longCommonPasswords.has(base)
  })
}

/** Throws 422 for a guessable password and for a confirmation that differs. The schema checks the length. */
export const checkNewPassword = (password: string, confirmation: string, personalWords: readonly string[]): void => {
  if (password !== confirmation)
    throw platformErrors.fail('validation-failed', { errors: { password: ['users:validation.password-differs'] } })
  if (isCommonPassword(password, personalWords))
    throw platformErrors.fail('validation-failed', { errors: { password: ['users:validation.password-common'] } })
}
