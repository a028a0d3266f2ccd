/** The fields of a KeyboardEvent that identify a keystroke. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** The physical key. */
  code?: string
}

const isLatinLetter = (key: string) => /^[a-z]$/i.test(key)

/** Letters of the keyboard layout by physical key, as far as they are known. */
const letters = new Map<string, string>()

/** Remembers which letter the layout has on a key, for keystrokes with Alt: a Mac types another character then. */
export const learnLetter = (code: string, key: string): void => {
  if (code && isLatinLetter(key)) letters.set(code, key)
}

/**
 * Name of the key in shortcuts. For letters it is the character that the layout types; where that is none of a to z (a
 * layout of another script, or a Mac's Alt, which types characters such as ∂), the letter on the physical key: in the
 * layout, if it has been learned, else on a Latin keyboard.
 */
export const keyOfPress = ({ key, code = '', altKey }: Pick<KeyPress, 'key' | 'code' | 'altKey'>): string => {
  if (key === '؟') return '?'
  // Keys that an IME takes (`Process`) and characters such as AZERTY's comma, which is on KeyM, are ASCII.
  if (altKey ? isLatinLetter(key) : /^[\0-\x7f]/.test(key)) return key
  return (altKey && letters.get(code)) || (code.startsWith('Key') ? code.slice(3) : key)
}

const isLetter = (key: string) => key.length === 1 && key.toLowerCase() !== key.toUpperCase()

/**
 * `mod+k`, `shift+F10`, `?`, `Delete`: one name per keystroke. `mod` is Ctrl, on a Mac the Command key. Shift is included
 * only for letters and named keys (`?` needs no `shift+`, as keyboard layouts differ in how it is typed).
 */
export const strokeOf = (press: KeyPress, { isMac }: { isMac: boolean }): string => {
  const typed = keyOfPress(press)
  const key = typed === ' ' ? 'Space' : isLetter(typed) ? typed.toLowerCase() : typed
  const named = key.length > 1 || isLetter(key)
  return [
    (isMac ? press.metaKey : press.ctrlKey) && 'mod',
    isMac ? press.ctrlKey && 'ctrl' : press.metaKey && 'meta',
    press.altKey && 'alt',
    press.shiftKey && named && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** Whether the shortcut begins with a single character: `u`, `g f`, `?`. */
export const beginsWithCharacter = (keys: string): boolean => /^\S( |$)/u.test(keys)
/** Whether the shortcut begins with a letter or digit, which type ahead in lists of names. */
export const beginsWithWordCharacter = (keys: string): boolean => /^[\p{L}\p{N}]( |$)/u.test(keys)

/** `g f` → two keystrokes. */
export const strokesOf = (keys: string): string[] => keys.split(' ').filter(Boolean)

const isPrefix = (sequence: readonly string[], typed: readonly string[]) =>
  typed.length <= sequence.length && typed.every((stroke, index) => sequence[index] === stroke)

/**
 * Matches keystrokes to shortcuts. At most `timeoutMs` may pass between the keystrokes of a sequence; the longest
 * sequence wins, then the one registered last.
 */
export const createSequencer = (timeoutMs = 1_000) => {
  let typed: string[] = []
  let last = Number.NEGATIVE_INFINITY
  const match = <T extends { keys: string }>(stroke: string, available: readonly T[], now: number): T | undefined => {
    typed = now - last > timeoutMs ? [stroke] : [...typed, stroke]
    last = now
    for (let start = 0; start < typed.length; start += 1) {
      const tail = typed.slice(start).join(' ')
      const shortcut = available.findLast(({ keys }) => keys === tail)
      if (shortcut) {
        typed = []
        return shortcut
      }
    }
    while (typed.length > 0 && !available.some(({ keys }) => isPrefix(strokesOf(keys), typed))) typed = typed.slice(1)
    return undefined
  }
  return {
    match,
    /** Whether a sequence has begun whose next keystroke is awaited. */
    pending: (now: number): boolean => typed.length > 0 && now - last <= timeoutMs,
  }
}
