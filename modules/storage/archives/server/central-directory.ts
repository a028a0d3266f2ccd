/** The end record and the longest comment after it (APPNOTE.TXT 4.3.16). */
const endBytes = 22
const maxTailBytes = endBytes + 0xffff + 20

const endSignature = 0x06054b50
const zip64LocatorSignature = 0x07064b50
const zip64EndSignature = 0x06064b50
/** Values of 32-bit and 16-bit fields whose true value is in the zip64 record, or in the extra field of the entry. */
export const in64 = 0xffffffff
const in64Count = 0xffff

/** Reads the bytes of an archive; fewer at its end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>

/** Position of the central directory, as the end of an archive states it. */
interface Directory {
  offset: number
  size: number
  /** Number of entries. */
  total: number
  /** Number of the last part of a split archive; 0 for a whole one. */
  disk: number
}

const zip64Directory = async (tail: Buffer, end: number, read: ReadBytes): Promise<Directory | null> => {
  const locator = end - 20
  if (locator < 0 || tail.readUInt32LE(locator) !== zip64LocatorSignature) return null
  const record = await read(Number(tail.readBigUInt64LE(locator + 8)), 56)
  if (record.length < 56 || record.readUInt32LE(0) !== zip64EndSignature) return null
  const [total, size, offset] = [32, 40, 48].map((at) => Number(record.readBigUInt64LE(at))) as [number, number, number]
  return { total, size, offset, disk: record.readUInt32LE(16) }
}

/** Finds the central directory of a zip archive; null when the bytes are none, or its end is missing. */
export const findDirectory = async (fileSize: number, read: ReadBytes): Promise<Directory | null> => {
  const start = Math.max(0, fileSize - maxTailBytes)
  const tail = await read(start, fileSize - start)
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    const directory = {
      total: tail.readUInt16LE(at + 10),
      size: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
      disk: tail.readUInt16LE(at + 4),
    }
    const is64 = directory.total === in64Count || directory.size === in64 || directory.offset === in64
    // An archive of exactly 65,535 entries has this number without a zip64 record.
    return (is64 && (await zip64Directory(tail, at, read))) || directory
  }
  return null
}
