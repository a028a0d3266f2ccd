import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive for tests. What is left out is right; what is given may be wrong. */
export interface BuiltEntry {
  name: string | Buffer
  content?: Buffer | string
  /** 0 stored (default), 8 deflated; others are only claimed. */
  method?: number
  flags?: number
  /** Mode that Unix programs store. */
  mode?: number
  extra?: Buffer
  /** DOS date and time. */
  date?: number
  time?: number
  crc32?: number
  /** Claimed sizes. */
  size?: number
  packedSize?: number
  /** Claims the local header of this entry. */
  sharesWith?: number
  zip64?: boolean
}

interface BuiltArchive {
  zip64?: boolean
  disk?: number
  /** Claimed number of entries. */
  total?: number
  /** Another number of entries, in the end record of a zip64 archive that has no need of being one. */
  endTotal?: number
}

const in64 = 0xffffffff

const recordOf = (length: number, signature: number, fields: readonly [at: number, bytes: number, value: number][]) => {
  const record = Buffer.alloc(length)
  record.writeUInt32LE(signature, 0)
  for (const [at, bytes, value] of fields)
    if (bytes === 8) record.writeBigUInt64LE(BigInt(value), at)
    else record.writeUIntLE(value, at, bytes)
  return record
}

/** An extra field. */
export const extraField = (id: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

const zip64Extra = (size: number, packedSize: number): Buffer => {
  const data = Buffer.alloc(16)
  data.writeBigUInt64LE(BigInt(size), 0)
  data.writeBigUInt64LE(BigInt(packedSize), 8)
  return extraField(1, data)
}

/** The bytes of a zip archive, valid or not. */
export const buildZip = (entries: readonly BuiltEntry[], archive: BuiltArchive = {}): Buffer => {
  const parts: Buffer[] = []
  const records: Buffer[] = []
  const offsets: number[] = []
  let position = 0
  const add = (...buffers: Buffer[]) => {
    parts.push(...buffers)
    position += Buffer.concat(buffers).length
  }
  for (const entry of entries) {
    const { method = 0, flags = 0x800, mode = 0, date = 0x5a21, time = 0 } = entry
    const name = Buffer.from(entry.name as string)
    const content = Buffer.from((entry.content ?? '') as string)
    const packed = method === 8 ? deflateRawSync(content) : content
    const [size, packedSize] = [entry.size ?? content.length, entry.packedSize ?? packed.length]
    const checksum = entry.crc32 ?? crc32(content)
    const extra = Buffer.concat([
      entry.zip64 ? zip64Extra(size, packedSize) : Buffer.alloc(0),
      entry.extra ?? Buffer.alloc(0),
    ])
    const offset = entry.sharesWith === undefined ? position : (offsets[entry.sharesWith] as number)
    offsets.push(offset)
    const claimed: [number, number] = entry.zip64 ? [in64, in64] : [packedSize, size]
    if (entry.sharesWith === undefined) {
      const header = recordOf(30, 0x04034b50, [
        [4, 2, 45],
        [6, 2, flags],
        [8, 2, method],
        [10, 2, time],
        [12, 2, date],
        [14, 4, checksum],
        [18, 4, claimed[0]],
        [22, 4, claimed[1]],
        [26, 2, name.length],
      ])
      add(header, name, packed)
    }
    const record = recordOf(46, 0x02014b50, [
      [4, 2, 0x0300 + 45],
      [6, 2, 45],
      [8, 2, flags],
      [10, 2, method],
      [12, 2, time],
      [14, 2, date],
      [16, 4, checksum],
      [20, 4, claimed[0]],
      [24, 4, claimed[1]],
      [28, 2, name.length],
      [30, 2, extra.length],
      [38, 4, mode * 0x10000],
      [42, 4, offset],
    ])
    records.push(record, name, extra)
  }
  const directory = { offset: position, size: Buffer.concat(records).length, total: archive.total ?? entries.length }
  add(Buffer.concat(records))
  if (archive.zip64) {
    const at = position
    add(
      recordOf(56, 0x06064b50, [
        [4, 8, 44],
        [12, 2, 45],
        [14, 2, 45],
        [24, 8, directory.total],
        [32, 8, directory.total],
        [40, 8, directory.size],
        [48, 8, directory.offset],
      ]),
      recordOf(20, 0x07064b50, [
        [8, 8, at],
        [16, 4, 1],
      ]),
    )
  }
  const isIn64 = archive.zip64 && archive.endTotal === undefined
  const endTotal = isIn64 ? 0xffff : (archive.endTotal ?? directory.total)
  add(
    recordOf(22, 0x06054b50, [
      [4, 2, archive.disk ?? 0],
      [6, 2, archive.disk ?? 0],
      [8, 2, endTotal],
      [10, 2, endTotal],
      [12, 4, isIn64 ? in64 : directory.size],
      [16, 4, isIn64 ? in64 : directory.offset],
    ]),
  )
  return Buffer.concat(parts)
}
