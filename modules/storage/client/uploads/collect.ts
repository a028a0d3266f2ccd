import type { Selection } from './uploads.ts'

/** What an `<input type="file">` gave; files of a directory picker bring their path along. */
export const fromFiles = (files: Iterable<File>): Selection => ({
  files: [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })),
  emptyFolders: [],
})

/** So many entries are read before the page gets a moment for itself. */
const breath = 500

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)))

/** `readEntries` gives a hundred or so at a time, until it gives none. */
const childrenOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (some.length === 0) return all
    all.push(...some)
  }
}

/**
 * Files and folders of a drop. Must be called within the drop event: the browser empties the DataTransfer after it.
 * Folders are walked in small steps, so that ten thousand files do not freeze the page.
 */
export const fromDrop = (transfer: DataTransfer): Promise<Selection> => {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  // Files made by scripts, and those of some file managers, have no entry.
  if (entries.length === 0) return Promise.resolve(fromFiles(transfer.files))
  return walk(entries)
}

const walk = async (roots: FileSystemEntry[]): Promise<Selection> => {
  const selection: Selection = { files: [], emptyFolders: [] }
  const open: FileSystemEntry[] = roots.reverse()
  let seen = 0
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const path = entry.fullPath.replace(/^\//, '')
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry)
      if (file) selection.files.push({ file, path })
    } else {
      const children = await childrenOf(entry as FileSystemDirectoryEntry)
      if (children.length === 0) selection.emptyFolders.push(path)
      open.push(...children.reverse())
    }
    seen += 1
    if (seen % breath === 0) await pause()
  }
  return selection
}
