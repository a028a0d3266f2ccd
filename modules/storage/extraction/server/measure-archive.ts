import type { Entry } from 'yauzl'
import { freeExtractedBytes, maxArchiveEntries, maxArchiveRatio, maxExtractedBytes } from '../../tree/contract.ts'
import { storageErrors } from '../../tree/index.ts'
import { directoryEntries } from './archive-directory.ts'
import type { ArchiveItem } from './archive-entry.ts'
import type { BlobWindow } from './blob-window.ts'
import { PathFolders } from './path-folders.ts'

/** Content that an archive claims to have. */
export interface ArchiveMeasure {
  /** Files, folders and entries that are left out. */
  items: number
  /** Bytes of all files that can be extracted. */
  bytes: number
  /** Files and folders that it makes beyond the number of its entries: paths name folders that have no entry. */
  unlisted: number
}

const localHeaderBytes = 30

/** Whether two entries share bytes of the archive: a small one would then unpack to any size. */
const overlap = (spans: [start: number, end: number][]): boolean => {
  spans.sort(([a], [b]) => a - b)
  return spans.some(([start], index) => index > 0 && start < (spans[index - 1]?.[1] ?? 0))
}

/**
 * Reads the whole central directory before anything is extracted: 422 for an archive that is damaged, beyond the limits, or made
 * to expand. `itemOf` tells what an entry stands for. What is read later is held against the sizes that are claimed here. Rejects as `signal` is aborted.
 */
export const measureArchive = async (
  source: BlobWindow,
  itemOf: (entry: Entry) => ArchiveItem,
  signal: AbortSignal,
): Promise<ArchiveMeasure> => {
  const spans: [number, number][] = []
  const folders = new PathFolders()
  let [entries, items, files, encrypted, bytes] = [0, 0, 0, 0, 0]
  for await (const entry of directoryEntries(source)) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry
    signal.throwIfAborted()
    entries += 1
    spans.push([start, start + localHeaderBytes + fileNameLength + compressedSize])
    const item = itemOf(entry)
    if (item.kind !== 'skipped') items += 1
    if (item.kind === 'left-out' && item.reason === 'encrypted') encrypted += 1
    if (item.kind === 'file') {
      files += 1
      bytes += item.size
    }
    if (item.kind === 'file' || item.kind === 'folder') folders.add(item.folders)
    if (bytes > maxExtractedBytes || files + folders.count > maxArchiveEntries)
      throw storageErrors.fail('archive-too-large')
  }
  if (files === 0 && encrypted > 0) throw storageErrors.fail('archive-encrypted')
  if (bytes > Math.max(freeExtractedBytes, source.size * maxArchiveRatio) || overlap(spans))
    throw storageErrors.fail('archive-bomb')
  return { items, bytes, unlisted: Math.max(0, files + folders.count - entries) }
}
