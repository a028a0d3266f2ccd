import type { UploadSelection } from './enqueue.ts'
import { entryPath } from './entry-path.ts'

/** Files of an `<input type="file">`. A directory picker gives each file its path. */
export const fromFiles = (files: Iterable<File>): UploadSelection => ({
  files: [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })),
  emptyFolders: [],
  unreadable: [],
})

/**
 * Files and folders of a drop. Must be called within the drop event, because the browser empties the DataTransfer after
 * it. What walks the entries loads with the first drop.
 */
export const fromDrop = (transfer: DataTransfer): Promise<UploadSelection> => {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  // Files created by scripts, or dropped from some file managers, have no entry.
  if (entries.length === 0) return Promise.resolve(fromFiles(transfer.files))
  // An error of the walk must not swallow the drop: the person is told what was not uploaded.
  return import('./walk-entries.ts')
    .then(({ walkEntries }) => walkEntries(entries))
    .catch(() => ({ files: [], emptyFolders: [], unreadable: entries.map(entryPath) }))
}
