import { isMac } from '../../kit/index.ts'
import { createSequencer, strokeOf } from './keys.ts'

export interface Shortcut {
  /** One keystroke or a sequence: `u`, `mod+k`, `shift+F10`, `?`, `g f`. See keys.ts. */
  keys: string
  /** What it does, translated. */
  label: string
  /** Heading in the list, translated; by default the general group. */
  group?: string
  run: (event: KeyboardEvent) => void
}

export interface Shortcuts {
  /** Adds shortcuts until the returned function is called; later ones win over earlier ones with the same keys. */
  add(list: readonly Shortcut[]): () => void
  /** The active shortcuts, oldest first, without those overridden by later ones. */
  all(): Shortcut[]
  /** Handles a keydown event of the window. */
  handle(event: KeyboardEvent): void
}

/** Whether the focused text field, menu or dialog handles keys itself. */
const handlesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], [role=textbox], [role=menu], [role=dialog], [role=alertdialog]',
  ) !== null

/** Keys that operate the focused control: a link must open, a tree must expand. */
const controlKeys = /^(shift\+)?(Enter|Space|Arrow\w+|Home|End|PageUp|PageDown)$/
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'a[href], button, summary, input, [role=button], [role=tree], [role=grid], [role=tablist], [role=radiogroup], [role=slider]',
  ) !== null

/** Creates the shortcut registry of one app instance. */
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
      if (event.defaultPrevented || event.repeat || event.isComposing || handlesKeys(event.target)) return
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const stroke = strokeOf(event, isMac())
      if (controlKeys.test(stroke) && isControl(event.target)) return
      const match = next(stroke, available(), event.timeStamp)
      if (!match) return
      event.preventDefault()
      match.run(event)
    },
  }
}
