import { UsersRound } from 'lucide-react'
import type { MenuEntry, MenuItem, Translate } from '../../../web/ui.ts'

const separator: MenuEntry = { separator: true }

/** Joins the non-empty groups with separators. */
export const joinMenuGroups = (...lists: (MenuEntry | false | null | undefined)[][]): MenuEntry[] =>
  lists
    .map((list) => list.filter((entry): entry is MenuEntry => Boolean(entry)))
    .filter((list) => list.length > 0)
    .flatMap((list, index) => (index === 0 ? list : [separator, ...list]))

/** The first action of extensions; a submenu holds the others, so that the menu stays short. */
export const sharingEntries = (t: Translate, actions: readonly MenuItem[]): MenuEntry[] => {
  const [first, ...others] = actions
  if (!first || others.length < 2) return [...actions]
  return [first, { id: 'more-sharing', label: t('storage:menu.moreSharing'), icon: UsersRound, items: others }]
}
