import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isKey } from './paths.ts'
import type { StoredFile } from './store.ts'

/** Does nothing when the file does not exist; throws any other error. */
export const ignoreMissing = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Size in bytes and time of a stored file; null when it does not exist. */
export const statStoredFile = async (key: string, path: string): Promise<StoredFile | null> => {
  try {
    const { size, mtime } = await stat(path)
    return { key, size, modifiedAt: mtime }
  } catch (error) {
    ignoreMissing(error)
    return null
  }
}

/** The files of a folder whose names are keys; one that is deleted meanwhile is left out. */
export async function* listStoredFiles(folder: string): AsyncIterable<StoredFile> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !isKey(entry.name)) continue
    const found = await statStoredFile(entry.name, join(folder, entry.name))
    if (found) yield found
  }
}
