import type { IconType } from '../types.ts'

/** One line of a menu. With `items` it opens a submenu, with `href` it is a link. */
export type MenuItem = {
  id: string
  label: string
  icon?: IconType
  /** The stroke that does the same, e.g. `mod+k`. The menu only shows it. */
  shortcut?: string
  /** A sign at the end of the line, with the words for it: an arrow for the direction of an order. */
  sign?: { text: string; label: string }
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled; shown under the label, and the line stays reachable. */
  reason?: string
  /** A tick before the label. */
  checked?: boolean
  href?: string
  onSelect?: () => void
  items?: readonly MenuEntry[]
}
export type MenuSeparator = { separator: true }
/** Lines under a heading, with a second line for what belongs to it. */
export type MenuGroup = { group: string; note?: string; items: readonly MenuItem[] }
export type MenuEntry = MenuItem | MenuSeparator | MenuGroup

/** The same list serves Menu, ContextMenu and MenuSheet; a function is asked each time it opens. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[])

export const entriesOf = (items: MenuEntries): readonly MenuEntry[] => (typeof items === 'function' ? items() : items)

/** A stable React key for an entry. */
export const entryKey = (entry: MenuEntry, index: number): string =>
  'separator' in entry ? `separator-${index}` : 'group' in entry ? `group-${entry.group}` : entry.id
