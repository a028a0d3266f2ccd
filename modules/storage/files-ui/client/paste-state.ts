import { mayCreateIn } from './abilities.ts'
import type { Destination } from './actions.ts'
import type { ClipboardContent } from './clipboard.ts'
import type { Drag } from './drag.ts'
import type { FolderView } from './folder-view.ts'

/** Whether the clipboard can be pasted into the open folder (`to`), and why not. */
type PasteState = { to: Destination; problem: null | 'other-owner' } | { problem: 'impossible' }

export const pasteStateOf = (
  { mode, target }: ClipboardContent,
  folderView: FolderView,
  drag: Pick<Drag, 'allows' | 'isSameOwner'>,
): PasteState => {
  const { location, root } = folderView
  const isLoading = location.id !== null && !root
  if (location.section !== 'files' || isLoading || !mayCreateIn(folderView)) return { problem: 'impossible' }
  const to = root ? { id: root.id, name: root.attributes.name } : null
  if (!drag.isSameOwner(target, to)) return { to, problem: 'other-owner' }
  return drag.allows(mode, target, to) ? { to, problem: null } : { problem: 'impossible' }
}
