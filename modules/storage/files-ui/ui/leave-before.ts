import { openLocation } from './browser/open-item.ts'
import type { FilesApp } from './context.ts'

/**
 * Leaves the open folder before a change of it. Opens it again where the code of changes cannot be loaded, which the change
 * tells.
 */
export const leaveBefore = ({ files, actions }: FilesApp, leave: () => void): void => {
  const folder = files.current()
  leave()
  const next = files.current()
  if (next === folder) return
  actions.load().catch(() => files.current() === next && openLocation(files, folder.location))
}
