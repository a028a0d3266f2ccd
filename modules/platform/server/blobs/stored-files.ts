import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isBlobKey } from './paths.ts'
import type { BlobStoreEntry } from './store.ts'

/** Does nothing when the file does not exist; throws any other error. */
export const ignoreMissing = (error: unknown): void => {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** Size in bytes and time of a stored file; null when it does not exist. */
export const statStoredFile = async (key: string, path: string): Promise<BlobStoreEntry | null> => {
  try {
    const { size, mtime } = await stat(path)
    return { key, size, modifiedAt: mtime }
  } catch (error) {
    ignoreMissing(error)
    return null
  }
}

/** The files of a folder whose names are keys; files that are deleted meanwhile are left out. */
export async function* listStoredFiles(folder: string): AsyncIterable<BlobStoreEntry> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !isBlobKey(entry.name)) continue
    const file = await statStoredFile(entry.name, join(folder, entry.name))
    if (file) yield file
  }
}

/** The files of all blobs, which are two folders deep. */
export async function* listBlobFiles(folder: string): AsyncIterable<BlobStoreEntry> {
  for await (const outer of await opendir(folder)) {
    if (!outer.isDirectory()) continue
    for await (const inner of await opendir(join(folder, outer.name)))
      yield* listStoredFiles(join(folder, outer.name, inner.name))
  }
}

/** Deletes a folder's files that were last changed before a time; resolves with their number. Others may do the same. */
export const removeOldFiles = async (folder: string, before: Date): Promise<number> => {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = await statStoredFile(name, path)
    if (!file || file.modifiedAt >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
