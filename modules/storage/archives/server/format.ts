/** The part of the zip format that we write: stored entries with known lengths and checksums (APPNOTE 6.3.10). */
import { dosTime, fitsExtendedTimestamp } from './dos-time.ts'

const max16 = 0xffff
const max32 = 0xffffffff
/** Names are UTF-8 (bit 11). */
const flags = 0x0800
const localLength = 30
const centralLength = 46
const zip64EndLength = 56
const zip64LocatorLength = 20
const endLength = 22
const timeLength = 9
/** “Version made by”: Unix, version 4.5 of the format. */
const madeBy = (3 << 8) | 45
const fileMode = 0o100644
const folderMode = 0o040755

/** Maximum length of a path in bytes. */
export const maxPathBytes = max16

export interface ZipHeaderFields {
  /** `folder/name`, folders end with `/`. */
  path: Buffer
  /** Bytes; 0 for folders. */
  size: number
  crc32: number
  /** Seconds since 1970. */
  modifiedAt: number
}

const needsZip64 = (size: number) => size >= max32
const versionOf = (zip64: boolean) => (zip64 ? 45 : 20)

export const localHeaderLength = ({ path, size, modifiedAt }: ZipHeaderFields): number =>
  localLength + path.length + (needsZip64(size) ? 20 : 0) + (fitsExtendedTimestamp(modifiedAt) ? timeLength : 0)

/** Writes an entry's local header at `start`; returns its length. */
export const writeLocalHeader = (into: Buffer, start: number, entry: ZipHeaderFields): number => {
  const { path, size, crc32, modifiedAt } = entry
  const zip64 = needsZip64(size)
  const { time, date } = dosTime(modifiedAt)
  into.writeUInt32LE(0x04034b50, start)
  into.writeUInt16LE(versionOf(zip64), start + 4)
  into.writeUInt16LE(flags, start + 6)
  into.writeUInt16LE(0, start + 8)
  into.writeUInt16LE(time, start + 10)
  into.writeUInt16LE(date, start + 12)
  into.writeUInt32LE(crc32, start + 14)
  into.writeUInt32LE(zip64 ? max32 : size, start + 18)
  into.writeUInt32LE(zip64 ? max32 : size, start + 22)
  into.writeUInt16LE(path.length, start + 26)
  into.writeUInt16LE((zip64 ? 20 : 0) + (fitsExtendedTimestamp(modifiedAt) ? timeLength : 0), start + 28)
  path.copy(into, start + localLength)
  let end = start + localLength + path.length
  if (zip64) {
    into.writeUInt16LE(1, end)
    into.writeUInt16LE(16, end + 2)
    into.writeBigUInt64LE(BigInt(size), end + 4)
    into.writeBigUInt64LE(BigInt(size), end + 12)
    end += 20
  }
  if (fitsExtendedTimestamp(modifiedAt)) {
    into.writeUInt16LE(0x5455, end)
    into.writeUInt16LE(5, end + 2)
    into.writeUInt8(1, end + 4)
    into.writeInt32LE(modifiedAt, end + 5)
    end += timeLength
  }
  return end - start
}

/** Length of the local header at `start`. */
export const localHeaderLengthAt = (from: Buffer, start: number): number =>
  localLength + from.readUInt16LE(start + 26) + from.readUInt16LE(start + 28)

const zip64Length = (size: number, offset: number) => {
  const values = (needsZip64(size) ? 2 : 0) + (offset >= max32 ? 1 : 0)
  return values > 0 ? 4 + 8 * values : 0
}

/**
 * Length of an entry's header in the central directory; its local header is at `start` of `from` and `offset` of the
 * archive.
 */
export const centralHeaderLengthAt = (from: Buffer, start: number, size: number, offset: number): number => {
  const time = from.readUInt16LE(start + 28) - (needsZip64(size) ? 20 : 0)
  return centralLength + from.readUInt16LE(start + 26) + zip64Length(size, offset) + time
}

/** Writes the central directory header of an entry, derived from its local header; returns its length. */
export const writeCentralHeader = (
  into: Buffer,
  to: number,
  from: Buffer,
  start: number,
  size: number,
  offset: number,
): number => {
  const name = from.readUInt16LE(start + 26)
  const time = from.readUInt16LE(start + 28) - (needsZip64(size) ? 20 : 0)
  const zip64 = zip64Length(size, offset)
  const isFolder = from[start + localLength + name - 1] === 0x2f
  into.writeUInt32LE(0x02014b50, to)
  into.writeUInt16LE(madeBy, to + 4)
  // Version, flags, method, times, checksum, sizes and name length have the same order in both headers.
  from.copy(into, to + 6, start + 4, start + 28)
  into.writeUInt16LE(versionOf(zip64 > 0), to + 6)
  into.writeUInt16LE(zip64 + time, to + 30)
  into.fill(0, to + 32, to + 38)
  into.writeUInt32LE((((isFolder ? folderMode : fileMode) << 16) | (isFolder ? 0x10 : 0)) >>> 0, to + 38)
  into.writeUInt32LE(Math.min(offset, max32), to + 42)
  from.copy(into, to + centralLength, start + localLength, start + localLength + name)
  let end = to + centralLength + name
  if (zip64 > 0) {
    into.writeUInt16LE(1, end)
    into.writeUInt16LE(zip64 - 4, end + 2)
    end += 4
    for (const value of [...(needsZip64(size) ? [size, size] : []), ...(offset >= max32 ? [offset] : [])]) {
      into.writeBigUInt64LE(BigInt(value), end)
      end += 8
    }
  }
  const timeAt = start + localHeaderLengthAt(from, start) - time
  from.copy(into, end, timeAt, timeAt + time)
  return end + time - to
}

/** The records after the last entry of the central directory. */
export const endOfArchive = (count: number, directoryStart: number, directoryLength: number): Buffer => {
  const zip64 = count >= max16 || directoryStart >= max32 || directoryLength >= max32
  const end = Buffer.alloc((zip64 ? zip64EndLength + zip64LocatorLength : 0) + endLength)
  if (zip64) {
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(BigInt(zip64EndLength - 12), 4)
    end.writeUInt16LE(madeBy, 12)
    end.writeUInt16LE(45, 14)
    end.writeBigUInt64LE(BigInt(count), 24)
    end.writeBigUInt64LE(BigInt(count), 32)
    end.writeBigUInt64LE(BigInt(directoryLength), 40)
    end.writeBigUInt64LE(BigInt(directoryStart), 48)
    end.writeUInt32LE(0x07064b50, zip64EndLength)
    end.writeBigUInt64LE(BigInt(directoryStart + directoryLength), zip64EndLength + 8)
    end.writeUInt32LE(1, zip64EndLength + 16)
  }
  const endStart = end.length - endLength
  end.writeUInt32LE(0x06054b50, endStart)
  end.writeUInt16LE(Math.min(count, max16), endStart + 8)
  end.writeUInt16LE(Math.min(count, max16), endStart + 10)
  end.writeUInt32LE(Math.min(directoryLength, max32), endStart + 12)
  end.writeUInt32LE(Math.min(directoryStart, max32), endStart + 16)
  return end
}
