import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Folders and small files that the next start requires (keys, passwords, the marker of the installation). Each call syncs
 * what it wrote, so that a power cut leaves all of it or nothing.
 */

/** Makes the directory entries of a folder durable; blocks the thread. Windows has no such call and orders them itself. */
export const syncFolderBlocking = (folder: string): void => {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Creates a folder and its missing ancestors, durably. The result lists the folders that it created. */
export const makeFolder = (folder: string, mode = 0o777): string[] => {
  const target = resolve(folder)
  const first = mkdirSync(target, { recursive: true, mode })
  const created = first === undefined ? [] : foldersBetween(first, target)
  for (const made of created) syncFolderBlocking(dirname(made))
  return created
}

/** The folders from `first` down to `target`, its descendant. */
export const foldersBetween = (first: string, target: string): string[] =>
  target.length < first.length ? [] : [target, ...foldersBetween(first, dirname(target))]

/** Replaces a file that only its owner may read, atomically. When two processes write at once, the last one wins. */
export const writeSecretFile = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}.new`
  try {
    const fd = openSync(draft, 'w', 0o600)
    try {
      // Writes the rest after a short write: on a disk that becomes full, the first one succeeds with the bytes that fitted.
      writeFileSync(fd, text)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncFolderBlocking(dirname(file))
}
