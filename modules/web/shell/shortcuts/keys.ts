/** The part of a KeyboardEvent that names a stroke. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const isLetter = (key: string) => key.length === 1 && key.toLowerCase() !== key.toUpperCase()

/**
 * `mod+k`, `shift+F10`, `?`, `Delete`: one name per stroke. `mod` is Ctrl, on a Mac the Command key. Shift is named
 * only where the key itself does not tell (`?` needs no `shift+`, and layouts differ in how it is typed).
 */
export const strokeOf = (press: KeyPress, mac: boolean): string => {
  const key = press.key === ' ' ? 'Space' : isLetter(press.key) ? press.key.toLowerCase() : press.key
  const named = key.length > 1 || isLetter(key)
  return [
    (mac ? press.metaKey : press.ctrlKey) && 'mod',
    mac ? press.ctrlKey && 'ctrl' : press.metaKey && 'meta',
    press.altKey && 'alt',
    press.shiftKey && named && 'shift',
    key,
  ]
    .filter(Boolean)
    .join('+')
}

/** `g f` → two strokes, one after the other. */
export const strokesOf = (keys: string): string[] => keys.split(' ').filter(Boolean)

const begins = (sequence: readonly string[], typed: readonly string[]) =>
  typed.length <= sequence.length && typed.every((stroke, index) => sequence[index] === stroke)

/**
 * Finds shortcuts in a stream of strokes. A sequence must be typed within `patience` ms between strokes; the longest
 * sequence wins, among equals the one registered last.
 */
export const createSequencer = (patience = 1_000) => {
  let typed: string[] = []
  let last = Number.NEGATIVE_INFINITY
  return <T extends { keys: string }>(stroke: string, available: readonly T[], now: number): T | undefined => {
    typed = now - last > patience ? [stroke] : [...typed, stroke]
    last = now
    for (let start = 0; start < typed.length; start += 1) {
      const tail = typed.slice(start).join(' ')
      const hit = available.findLast(({ keys }) => keys === tail)
      if (hit) {
        typed = []
        return hit
      }
    }
    while (typed.length > 0 && !available.some(({ keys }) => begins(strokesOf(keys), typed))) typed = typed.slice(1)
    return undefined
  }
}
