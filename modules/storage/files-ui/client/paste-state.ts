import { mayCreateIn } from './abilities.ts'
import type { TargetFolder } from './actions.ts'
import type { ClipboardContent } from './clipboard.ts'
import { isAllowed, isSameOwner } from './destination-rules.ts'
import type { FilesStore } from './files.store.ts'
import type { SidebarStore } from './sidebar.store.ts'

/** Whether the clipboard can be pasted into the open folder (`to`), and why not. */
type PasteState = { to: TargetFolder; problem: null | 'other-owner' } | { problem: 'impossible' }

export const pasteStateOf = (
  { mode, target }: ClipboardContent,
  screens: { files: Pick<FilesStore, 'current'>; sidebar: SidebarStore },
): PasteState => {
  const folderView = screens.files.current()
  const { location, root } = folderView
  const isLoading = location.id !== null && !root
  if (location.section !== 'files' || isLoading || !mayCreateIn(folderView)) return { problem: 'impossible' }
  const to = root ? { id: root.id, name: root.attributes.name } : null
  if (!isSameOwner(screens, target, to)) return { to, problem: 'other-owner' }
  return isAllowed(screens, mode, target, to) ? { to, problem: null } : { problem: 'impossible' }
}
