import type { Selection } from './enqueue.ts'

/** Files of an `<input type="file">`. A directory picker gives each file its path. */
export const fromFiles = (files: Iterable<File>): Selection => ({
  files: [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })),
  emptyFolders: [],
  unreadable: [],
})

/** Files that are read at a time. The page gets a pause after each step. */
const filesPerStep = 200

const yieldToPage = () => new Promise<void>((resolve) => setTimeout(resolve))

const fileOf = (entry: FileSystemFileEntry): Promise<File | null> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(null)))

/** `readEntries` returns about a hundred entries at a time, and none at the end. `complete`: no error ended it before. */
const childrenOf = async (
  folder: FileSystemDirectoryEntry,
): Promise<{ children: FileSystemEntry[]; complete: boolean }> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[] | null>((resolve) =>
      reader.readEntries(resolve, () => resolve(null)),
    )
    if (!some || some.length === 0) return { children: all, complete: some !== null }
    for (const entry of some) all.push(entry)
  }
}

/**
 * Files and folders of a drop. Must be called within the drop event, because the browser empties the DataTransfer after
 * it. Walks folders in small steps, so that ten thousand files do not freeze the page.
 */
export const fromDrop = (transfer: DataTransfer): Promise<Selection> => {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  // Files created by scripts, or dropped from some file managers, have no entry.
  if (entries.length === 0) return Promise.resolve(fromFiles(transfer.files))
  // An error of the walk must not swallow the drop: the person is told what was not uploaded.
  return walk(entries).catch(() => ({ files: [], emptyFolders: [], unreadable: entries.map(pathOf) }))
}

const walk = async (roots: readonly FileSystemEntry[]): Promise<Selection> => {
  const selection: Selection = { files: [], emptyFolders: [], unreadable: [] }
  const fileEntries: FileSystemFileEntry[] = []
  const open = roots.toReversed()
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (entry.isFile) {
      fileEntries.push(entry as FileSystemFileEntry)
      continue
    }
    const { children, complete } = await childrenOf(entry as FileSystemDirectoryEntry)
    if (!complete) selection.unreadable.push(pathOf(entry))
    else if (children.length === 0) selection.emptyFolders.push(pathOf(entry))
    for (const child of children.reverse()) open.push(child)
  }
  for (let start = 0; start < fileEntries.length; start += filesPerStep) {
    const entries = fileEntries.slice(start, start + filesPerStep)
    const files = await Promise.all(entries.map(fileOf))
    for (const [index, file] of files.entries()) {
      const path = pathOf(entries[index]!)
      if (file) selection.files.push({ file, path })
      else selection.unreadable.push(path)
    }
    await yieldToPage()
  }
  return selection
}

const pathOf = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, '')
