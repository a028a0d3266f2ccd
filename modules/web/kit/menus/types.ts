import type { IconType } from '../types.ts'

/** One item of a menu. With `items` it opens a submenu, with `href` it is a link. */
export type MenuItem = {
  id: string
  label: string
  icon?: IconType
  /** Keyboard shortcut, e.g. `mod+k`. The menu only displays it. */
  shortcut?: string
  /** A symbol at the end of the item with its label, e.g. an arrow for the sort direction. */
  hint?: { text: string; label: string }
  danger?: boolean
  disabled?: boolean
  /** Why it is disabled; shown below the label, and the item stays focusable. */
  reason?: string
  /** A check mark before the label. */
  checked?: boolean
  href?: string
  /** Attributes of a link, such as what may be dropped on it. */
  data?: Readonly<Record<`data-${string}`, string | undefined>>
  onSelect?: () => void
  items?: readonly MenuEntry[]
}
export type MenuSeparator = { separator: true }
/** Items below a heading, with an optional note below the heading. */
export type MenuGroup = { group: string; note?: string; items: readonly MenuItem[] }
export type MenuEntry = MenuItem | MenuSeparator | MenuGroup

/** Entries of Menu, ContextMenu and MenuSheet; a function is called each time the menu opens. */
export type MenuEntries = readonly MenuEntry[] | (() => readonly MenuEntry[])

export const entriesOf = (items: MenuEntries): readonly MenuEntry[] => (typeof items === 'function' ? items() : items)

/** A stable React key for an entry. */
export const entryKey = (entry: MenuEntry, index: number): string =>
  'separator' in entry ? `separator-${index}` : 'group' in entry ? `group-${entry.group}` : entry.id
