import { isMac } from '../../kit/display/key-names.ts'
import { beginsWithCharacter, beginsWithWordCharacter, createSequencer, learnLetter, strokeOf } from './keys.ts'

export interface Shortcut {
  /** One keystroke or a sequence: `u`, `mod+k`, `shift+F10`, `?`, `g f`. See keys.ts. */
  keys: string
  /** Name of the action, translated. */
  label: string
  /** Heading in the list, translated; by default the general group. */
  group?: string
  /** Returns false when the keystroke is not for it: the browser then handles the keys. */
  run: (event: KeyboardEvent) => unknown
}

/** A shortcut with the keys that the user chose. */
export interface ActiveShortcut extends Shortcut {
  /** The keys before the user changed them: its id. */
  original: string
}

/** The user's choice (WCAG 2.1.4): shortcuts of a single character need Alt, and their keys may be changed. */
export interface ShortcutPrefs {
  /** Characters are shortcuts without Alt too. */
  characterKeys: boolean
  /** Changed keys by the original ones. */
  changedKeys: Readonly<Record<string, string>>
}

export interface ShortcutRegistry {
  /** Adds shortcuts until the returned function is called; later ones win over earlier ones with the same keys. */
  add(list: readonly Shortcut[]): () => void
  /** The active shortcuts, oldest first, without ones overridden by later ones. */
  all(): ActiveShortcut[]
  /** The keys that always work, for menus and tooltips: `d` → `alt+d`, or the keys that the user chose instead. */
  shown(keys: string): string
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

/** Whether the element is a list of names, in which letters and digits find a name. */
const typesAhead = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-typeahead]') !== null

/** Creates the shortcut registry of one app instance. */
export const createShortcuts = (prefs: () => ShortcutPrefs): ShortcutRegistry => {
  const lists: Array<readonly Shortcut[]> = []
  const sequencer = createSequencer()
  const chosen = (keys: string) => prefs().changedKeys[keys] ?? keys
  const available = (): ActiveShortcut[] =>
    lists.flat().map((shortcut) => ({ ...shortcut, original: shortcut.keys, keys: chosen(shortcut.keys) }))
  /** The keystroke to match; null when it is no shortcut here. With Alt a character is one everywhere. */
  const wanted = (stroke: string, event: KeyboardEvent): string | null => {
    const [, withAlt] = /^alt\+(.)$/u.exec(stroke) ?? []
    if (withAlt) return withAlt
    if (!beginsWithCharacter(stroke) || sequencer.pending(event.timeStamp)) return stroke
    return prefs().characterKeys && !(beginsWithWordCharacter(stroke) && typesAhead(event.target)) ? stroke : null
  }
  return {
    add(list) {
      lists.push(list)
      return () => {
        const index = lists.indexOf(list)
        if (index >= 0) lists.splice(index, 1)
      }
    },
    all() {
      const list = available()
      return list.filter((shortcut, index) => !list.slice(index + 1).some(({ keys }) => keys === shortcut.keys))
    },
    shown(keys) {
      const now = chosen(keys)
      return beginsWithWordCharacter(now) || (beginsWithCharacter(now) && !prefs().characterKeys) ? `alt+${now}` : now
    },
    handle(event) {
      // Also keys typed in fields. While Command is pressed, some layouts type other letters.
      if (!event.altKey && !event.metaKey) learnLetter(event.code, event.key)
      if (event.defaultPrevented || event.repeat || handlesKeys(event.target)) return
      if (/^(Shift|Control|Alt|Meta)$/.test(event.key)) return
      const stroke = strokeOf(event, { isMac: isMac() })
      if (controlKeys.test(stroke) && isControl(event.target)) return
      const keystroke = wanted(stroke, event)
      if (keystroke === null) return
      const match = sequencer.match(keystroke, available(), event.timeStamp)
      if (match && match.run(event) !== false) event.preventDefault()
    },
  }
}
