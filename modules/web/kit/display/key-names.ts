import type { Translate } from '../../i18n/use-t.ts'

const signs: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', '-': '−' }
const macSigns: Record<string, string> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', Backspace: '⌫', Enter: '⏎' }
const words: Record<string, string> = {
  mod: 'web:kit.key.ctrl',
  ctrl: 'web:kit.key.ctrl',
  alt: 'web:kit.key.alt',
  shift: 'web:kit.key.shift',
  Delete: 'web:kit.key.delete',
  Backspace: 'web:kit.key.backspace',
  Enter: 'web:kit.key.enter',
  Escape: 'web:kit.key.escape',
  Space: 'web:kit.key.space',
  Home: 'web:kit.key.home',
  End: 'web:kit.key.end',
}

/** Of the reader's device: false while a page is rendered, for the server's Node has a navigator of its own. */
export const isMac = (): boolean => typeof document !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** `mod+k` → `Ctrl`, `K`: the parts of a stroke as they are printed on the keys. */
export const keyNames = (stroke: string, t: Translate, mac = isMac()): string[] =>
  // The plus is a key as well.
  stroke.split(/(?<=[^+])\+/).map((part) => {
    const sign = signs[part] ?? (mac ? macSigns[part] : undefined)
    if (sign) return sign
    const word = words[part]
    return word ? t(word) : part.length === 1 ? part.toUpperCase() : part
  })
