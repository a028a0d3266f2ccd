import { isMac } from '../../kit/index.ts'
import { createSequencer, strokeOf } from './keys.ts'

export interface Shortcut {
  /** One stroke or a sequence: `u`, `mod+k`, `shift+F10`, `?`, `g f`. See keys.ts. */
  keys: string
  /** What it does, in the reader's language. */
  label: string
  /** Heading in the sheet, in the reader's language; the general group if left out. */
  group?: string
  run: (event: KeyboardEvent) => void
}

export interface Shortcuts {
  /** Adds shortcuts until the returned function is called; later ones win over earlier ones with the same keys. */
  add(list: readonly Shortcut[]): () => void
  /** What is available now, oldest first, without those that a later one covers. */
  all(): Shortcut[]
  /** Takes a key press of the window. */
  handle(event: KeyboardEvent): void
}

/** Keys belong to the text, menu or dialog that has the focus. */
const taken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=textbox], [role=menu], [role=dialog], [role=alertdialog]',
  ) !== null

/** Enter, Space, arrows and the like work the control that has the focus: a link must open, a tree must unfold. */
const working = /^(shift\+)?(Enter|Space|Arrow\w+|Home|End|PageUp|PageDown)$/
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'a[href], button, summary, input, [role=button], [role=tree], [role=grid], [role=tablist], [role=radiogroup], [role=slider]',
  ) !== null

/** The registry of one app instance. */
export const createShortcuts = (): Shortcuts => {
  const lists: Array<readonly Shortcut[]> = []
  const next = createSequencer()
  const available = () => lists.flat()
  return {
    add(list) {
      lists.push(list)
      return () => {
        const at = lists.indexOf(list)
        if (at >= 0) lists.splice(at, 1)
      }
    },
    all() {
      const list = available()
      return list.filter((shortcut, index) => !list.slice(index + 1).some(({ keys }) => keys === shortcut.keys))
    },
    handle(event) {
      if (event.defaultPrevented || event.repeat || event.isComposing || taken(event.target)) return
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const stroke = strokeOf(event, isMac())
      if (working.test(stroke) && isControl(event.target)) return
      const hit = next(stroke, available(), event.timeStamp)
      if (!hit) return
      event.preventDefault()
      hit.run(event)
    },
  }
}
