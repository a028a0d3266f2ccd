import type { Files } from '../../downloads/index.ts'
import { invisibleInNames } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { findDirectory, in64, type ReadBytes } from './central-directory.ts'

interface ZipEntry {
  /** Path inside the archive. */
  name: string
  /** Bytes when unpacked. */
  size: number
  isFolder: boolean
}

export interface ZipListing {
  /** At most `maxEntries`. */
  entries: ZipEntry[]
  total: number
}

const maxEntries = 100
const maxDirectoryBytes = 256 << 10
const maxListedNameBytes = 512

const entrySignature = 0x02014b50
const zip64Field = 0x0001
const utf8Flag = 0x0800

/**
 * Names without the flag are in an unknown code page: Latin-1 shows at least their ASCII. Characters that would hide or
 * reorder others are replaced: anybody may have made the archive (A35).
 */
const nameOf = (bytes: Buffer, flags: number): string =>
  bytes
    .toString(flags & utf8Flag || bytes.every((byte) => byte < 128) ? 'utf8' : 'latin1')
    .replace(invisibleInNames, '\ufffd')

/** The unpacked size in the zip64 extra field (APPNOTE.TXT 4.5.3), where it comes first; null without one. */
const zip64Size = (extra: Buffer): number | null => {
  for (let offset = 0; offset + 4 <= extra.length; ) {
    const next = offset + 4 + extra.readUInt16LE(offset + 2)
    if (extra.readUInt16LE(offset) === zip64Field)
      return next >= offset + 12 && next <= extra.length ? Number(extra.readBigUInt64LE(offset + 4)) : null
    offset = next
  }
  return null
}

const entriesOf = (directory: Buffer): ZipEntry[] => {
  const entries: ZipEntry[] = []
  let offset = 0
  while (entries.length < maxEntries && offset + 46 <= directory.length) {
    if (directory.readUInt32LE(offset) !== entrySignature) break
    const nameLength = directory.readUInt16LE(offset + 28)
    const extraStart = offset + 46 + nameLength
    const extraEnd = extraStart + directory.readUInt16LE(offset + 30)
    const next = extraEnd + directory.readUInt16LE(offset + 32)
    if (next > directory.length) break
    const name = nameOf(directory.subarray(offset + 46, extraStart), directory.readUInt16LE(offset + 8))
    const size32 = directory.readUInt32LE(offset + 24)
    const size = size32 === in64 ? (zip64Size(directory.subarray(extraStart, extraEnd)) ?? size32) : size32
    if (nameLength <= maxListedNameBytes) entries.push({ name, size, isFolder: name.endsWith('/') })
    offset = next
  }
  return entries
}

/** Lists zip archives by their central directory. Unpacks nothing and reads at most 320 KiB. */
export class ZipContents {
  private readonly files: Files
  constructor(files: Files) {
    this.files = files
  }

  /** The first entries; null when it is not a zip archive or is damaged. Errors as of a download. */
  async list(scope: Scope, id: string): Promise<ZipListing | null> {
    const file = await this.files.find(scope, id)
    const blob = await this.files.open(file)
    try {
      const read: ReadBytes = async (position, length) => {
        const into = Buffer.alloc(Math.max(0, Math.min(length, file.size - position)))
        return into.length === 0 ? into : into.subarray(0, await blob.read(into, position))
      }
      const directory = await findDirectory(file.size, read)
      if (!directory) return null
      const entries = entriesOf(await read(directory.offset, Math.min(directory.size, maxDirectoryBytes)))
      return entries.length === 0 && directory.total > 0 ? null : { entries, total: directory.total }
    } finally {
      blob.release()
    }
  }
}
