import type { Files } from '../../downloads/index.ts'
import { invisibleInNames } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'

export interface ZipEntry {
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
/** The end record and the longest comment after it (APPNOTE.TXT 4.3.16). */
const endBytes = 22
const maxTailBytes = endBytes + 0xffff + 20
const maxListedNameBytes = 512

const endSignature = 0x06054b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
const entrySignature = 0x02014b50
const zip64Field = 0x0001
const utf8Flag = 0x0800
/** Values of 32-bit and 16-bit fields whose true value is in the zip64 record, or in the extra field of the entry. */
const [in64, in64Count] = [0xffffffff, 0xffff]

type Read = (position: number, length: number) => Promise<Buffer>

interface Directory {
  offset: number
  size: number
  total: number
}

const zip64Directory = async (tail: Buffer, end: number, read: Read): Promise<Directory | null> => {
  const locator = end - 20
  if (locator < 0 || tail.readUInt32LE(locator) !== zip64LocatorSignature) return null
  const record = await read(Number(tail.readBigUInt64LE(locator + 8)), 56)
  if (record.length < 56 || record.readUInt32LE(0) !== zip64EndSignature) return null
  const [total, size, offset] = [32, 40, 48].map((at) => Number(record.readBigUInt64LE(at))) as [number, number, number]
  return { total, size, offset }
}

const findDirectory = async (fileSize: number, read: Read): Promise<Directory | null> => {
  const start = Math.max(0, fileSize - maxTailBytes)
  const tail = await read(start, fileSize - start)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const directory = {
      total: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    }
    const is64 = directory.total === in64Count || directory.size === in64 || directory.offset === in64
    // An archive of exactly 65,535 entries has this number without a zip64 record.
    return (is64 && (await zip64Directory(tail, at, read))) || directory
  }
  return null
}

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
      const read: Read = async (position, length) => {
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
