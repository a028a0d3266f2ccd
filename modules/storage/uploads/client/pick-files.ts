import type { UploadSelection } from './enqueue.ts'
import { fromFiles } from './files-from-drop.ts'

/** Opens the browser's file or folder picker. Resolves with null when it is cancelled. Requires a user gesture. */
export const pickFiles = (what: 'files' | 'folder'): Promise<UploadSelection | null> =>
  new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.webkitdirectory = what === 'folder'
    // Attached to the document, because some browsers discard a detached input before a file is selected.
    input.hidden = true
    input.dataset.upload = what
    const finish = (selection: UploadSelection | null) => {
      input.remove()
      resolve(selection)
    }
    input.addEventListener('change', () => finish(input.files?.length ? fromFiles(input.files) : null), { once: true })
    input.addEventListener('cancel', () => finish(null), { once: true })
    document.body.append(input)
    input.click()
  })

/** Elements where a paste is text, or belongs to a dialog. */
const notThePage = 'input, textarea, [contenteditable], [role=dialog]'

/** The files that are pasted into a page; null for a paste into a field or a dialog. */
export const pastedFiles = ({ target, clipboardData }: ClipboardEvent): File[] | null =>
  target instanceof Element && target.closest(notThePage) ? null : [...(clipboardData?.files ?? [])]
