import type { Translate } from '../../../shared/contract.ts'

const symbols: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', '-': '−' }
const macSymbols: Record<string, string> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', Backspace: '⌫', Enter: '⏎' }
const wordKeys: Record<string, string> = {
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

/** Whether the browser runs on an Apple device; false during server rendering, where Node has a navigator of its own. */
export const isMac = (): boolean => typeof document !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** `mod+k` → `Ctrl`, `K`: the keys of a shortcut as printed on the keyboard. */
export const keyNames = (stroke: string, t: Translate, { onMac = isMac() } = {}): string[] =>
  // Plus is also a key: `mod++`.
  stroke.split(/(?<=[^+])\+/).map((part) => {
    const symbol = symbols[part] ?? (onMac ? macSymbols[part] : undefined)
    if (symbol) return symbol
    const word = wordKeys[part]
    return word ? t(word) : part.length === 1 ? part.toUpperCase() : part
  })
