import type { Translate } from '../../i18n/use-t.ts'

const signs: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const macSigns: Record<string, string> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', Backspace: '⌫', Enter: '⏎' }
const words: Record<string, string> = {
  mod: 'web:shell.key.ctrl',
  ctrl: 'web:shell.key.ctrl',
  alt: 'web:shell.key.alt',
  shift: 'web:shell.key.shift',
  Delete: 'web:shell.key.delete',
  Backspace: 'web:shell.key.backspace',
  Enter: 'web:shell.key.enter',
  Escape: 'web:shell.key.escape',
  Space: 'web:shell.key.space',
  Home: 'web:shell.key.home',
  End: 'web:shell.key.end',
}

/** `mod+k` → `Ctrl K`: the parts of a stroke as they are printed on the keys, separated by spaces for Kbd. */
export const keyNames = (stroke: string, mac: boolean, t: Translate): string =>
  stroke
    .split('+')
    .map((part) => {
      const sign = signs[part] ?? (mac ? macSigns[part] : undefined)
      if (sign) return sign
      const word = words[part]
      return word ? t(word) : part.length === 1 ? part.toUpperCase() : part
    })
    .join(' ')
