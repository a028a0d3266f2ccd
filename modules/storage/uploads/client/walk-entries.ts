import type { UploadSelection } from './enqueue.ts'

/** The path of an entry below what was dropped. */
const entryPath = (entry: FileSystemEntry): string => entry.fullPath.replace(/^\//, '')

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

/** Walks folders in small steps, so that ten thousand files do not freeze the page. */
const walk = async (roots: readonly FileSystemEntry[]): Promise<UploadSelection> => {
  const selection: UploadSelection = { files: [], emptyFolders: [], unreadable: [] }
  const fileEntries: FileSystemFileEntry[] = []
  const open = roots.toReversed()
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (entry.isFile) {
      fileEntries.push(entry as FileSystemFileEntry)
      continue
    }
    const { children, complete } = await childrenOf(entry as FileSystemDirectoryEntry)
    if (!complete) selection.unreadable.push(entryPath(entry))
    else if (children.length === 0) selection.emptyFolders.push(entryPath(entry))
    for (const child of children.reverse()) open.push(child)
  }
  for (let start = 0; start < fileEntries.length; start += filesPerStep) {
    const entries = fileEntries.slice(start, start + filesPerStep)
    const files = await Promise.all(entries.map(fileOf))
    for (const [index, file] of files.entries()) {
      const path = entryPath(entries[index]!)
      if (file) selection.files.push({ file, path })
      else selection.unreadable.push(path)
    }
    await yieldToPage()
  }
  return selection
}

/** The files below these entries. */
export const walkEntries = (roots: readonly FileSystemEntry[]): Promise<UploadSelection> =>
  // An error of the walk must not swallow the drop: the person is told what was not uploaded.
  walk(roots).catch(() => ({ files: [], emptyFolders: [], unreadable: roots.map(entryPath) }))
