import type { UploadSelection } from './enqueue.ts'

type LoadWalk = () => Promise<typeof import('./walk-entries.ts')>

/** Files of an `<input type="file">`. A directory picker gives each file its path. */
export const fromFiles = (files: Iterable<File>): UploadSelection => ({
  files: [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })),
  emptyFolders: [],
  unreadable: [],
})

/**
 * Files and folders of a drop. Must be called within the drop event, because the browser empties the DataTransfer after
 * it. `loadWalk` loads the code that walks folders.
 */
export const fromDrop = (transfer: DataTransfer, loadWalk: LoadWalk): Promise<UploadSelection> => {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  // Files alone need no walk. Those made by scripts, or dropped from some file managers, have no entry.
  if (entries.every(({ isFile }) => isFile)) return Promise.resolve(fromFiles(transfer.files))
  return loadWalk().then(
    ({ walkEntries }) => walkEntries(entries),
    () => ({ ...fromFiles([]), notLoaded: true }),
  )
}
