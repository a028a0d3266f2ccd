import { isUtf8 } from 'node:buffer'
import { type Entry, getFileNameLowLevel, validateFileName } from 'yauzl'
import type { LeftOutReason } from '../../operations/contract.ts'
import { checkName, maxDepth } from '../../tree/contract.ts'
import { fileTimeOf, rejectBlacklistedName } from '../../tree/index.ts'
import type { ExportedDetails } from './imported-items.ts'

/** A file of an archive. Its sizes and its checksum are what the archive claims. */
export interface ArchiveFile {
  kind: 'file'
  folders: string[]
  name: string
  /** Bytes when unpacked. */
  size: number
  packedSize: number
  isDeflated: boolean
  crc32: number
  /** Position of its local header. */
  offset: number
  modifiedAt: Date | null
  /** Details in an export that is imported; null where it says nothing about the item. */
  details?: ExportedDetails | null
}

export type ArchiveItem =
  | ArchiveFile
  | { kind: 'folder'; folders: string[]; details?: ExportedDetails | null }
  | { kind: 'left-out'; reason: LeftOutReason; path: string }
  /** A file of an operating system, or the root itself. */
  | { kind: 'skipped' }

/** Limits of the installation and of the extraction's folder. */
export interface ExtractionLimits {
  /** Level of the archive's new folder in the tree. */
  depth: number
  maxFileBytes: number | null
  blacklist: readonly string[]
  /** An account has what it was given; programs that make archives add files of their own. */
  keepsSystemFiles?: boolean
}

const utf8Flag = 0x0800
const [stored, deflated] = [0, 8]
/** Type of a file in the mode that Unix programs store; 0 where others made the archive. */
const fileTypes = { mask: 0o170000, none: 0, regular: 0o100000, folder: 0o040000 }
/** The time that a DOS date of zeros stands for: the program knew none. */
const noDosTime = Date.UTC(1979, 10, 30)

/**
 * The path of an entry. Names without the flag are in code page 437, but Finder and others write UTF-8 without it; text in that
 * page is hardly ever valid UTF-8.
 */
const pathOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string => {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
}

const timeOf = (entry: Entry): Date | null => {
  const time = entry.getLastModDate({ timezone: 'UTC' }).getTime()
  return time === noDosTime ? null : fileTimeOf(time)
}

const isBlacklisted = (blacklist: readonly string[], name: string): boolean => {
  try {
    rejectBlacklistedName(blacklist, name)
    return false
  } catch {
    return true
  }
}

/** Why a file of this name and kind is left out; null: it can be extracted. */
const faultOf = (entry: Entry, name: string, limits: ExtractionLimits): LeftOutReason | null => {
  if (entry.isEncrypted()) return 'encrypted'
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) return 'unsupported'
  if (limits.maxFileBytes !== null && entry.uncompressedSize > limits.maxFileBytes) return 'too-large'
  return isBlacklisted(limits.blacklist, name) ? 'file-type-not-allowed' : null
}

/**
 * The item that an entry of an archive stands for, by its record alone. Nothing of it names a path of the server: folders and names become rows
 * below the new folder, and an entry that would leave it is left out (A74).
 */
export const archiveItemOf = (entry: Entry, limits: ExtractionLimits): ArchiveItem => {
  const path = pathOf(entry)
  const leftOut = (reason: LeftOutReason): ArchiveItem => ({ kind: 'left-out', reason, path })
  if (validateFileName(path) !== null) return leftOut('unsafe-path')
  const names = path
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  const name = names.at(-1)
  const isSystemFile = names[0] === '__MACOSX' || name === '.DS_Store'
  if (name === undefined || (isSystemFile && !limits.keepsSystemFiles)) return { kind: 'skipped' }
  const type = (entry.externalFileAttributes >>> 16) & fileTypes.mask
  const isFolder = path.endsWith('/') || type === fileTypes.folder
  if (!isFolder && type !== fileTypes.none && type !== fileTypes.regular) return leftOut('link')
  const folders = isFolder ? names : names.slice(0, -1)
  if (limits.depth + folders.length > maxDepth) return leftOut('too-deep')
  if (names.some((each) => 'problem' in checkName(each))) return leftOut('invalid-name')
  if (isFolder) return { kind: 'folder', folders }
  const fault = faultOf(entry, name, limits)
  if (fault) return leftOut(fault)
  return {
    kind: 'file',
    folders,
    name,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    isDeflated: entry.compressionMethod === deflated,
    crc32: entry.crc32,
    offset: entry.relativeOffsetOfLocalHeader,
    modifiedAt: timeOf(entry),
  }
}
