import type { Dirent } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isBlobKey } from '../blobs/paths.ts'
import { nullIfMissing } from './null-if-missing.ts'

const isFolderOfKeys = (entry: Dirent) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)

/** Names of the folders in `folder` that can be part of a blob's path, in order. */
const foldersOf = async (folder: string): Promise<string[]> => {
  const entries = await nullIfMissing(folder, readdir(folder, { withFileTypes: true }))
  return (entries ?? [])
    .filter(isFolderOfKeys)
    .map(({ name }) => name)
    .sort()
}

/**
 * Keys of the blobs in a backup folder, in order; removes the drafts of interrupted copies. Ignores files of other programs:
 * file managers and NAS systems create some in every folder.
 */
export async function* blobKeysBelow(root: string, draftSuffix: string): AsyncIterable<string> {
  for (const outer of await foldersOf(root))
    for (const inner of await foldersOf(join(root, outer))) {
      const names = await readdir(join(root, outer, inner))
      const isDraft = (name: string) => name.endsWith(draftSuffix) && isBlobKey(name.slice(0, -draftSuffix.length))
      for (const name of names.filter(isDraft)) await rm(join(root, outer, inner, name), { force: true })
      yield* names.filter((name) => isBlobKey(name) && name.startsWith(outer + inner)).sort()
    }
}
