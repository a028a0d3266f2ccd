import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { isSystemFault } from './system-faults.ts'

interface ZipPart {
  name: string
  method: number
  compressed: number
  /** Position of its local header. */
  offset: number
}

/** The end record, and the longest comment after it (APPNOTE.TXT 4.3.16). */
const maxTailBytes = 22 + 0xffff
const maxDirectoryBytes = 1 << 20
const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]
const encryptedFlag = 1
const [stored, deflated] = [0, 8]
const in64 = 0xffffffff

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const directoryOf = async (file: FileHandle): Promise<Buffer> => {
  const { size } = await file.stat()
  const length = Math.min(maxTailBytes, size)
  const tail = await readAt(file, size - length, length)
  const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endSignature) throw new Error('no zip archive')
  return readAt(file, tail.readUInt32LE(end + 16), Math.min(tail.readUInt32LE(end + 12), maxDirectoryBytes))
}

/** The parts of an archive that can be read, by its central directory. Office documents do not use zip64. */
const partsIn = (directory: Buffer): ZipPart[] => {
  const parts: ZipPart[] = []
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature; ) {
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const part = {
      name: directory.toString('utf8', at + 46, nameEnd),
      method: directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    }
    const isReadable = (part.method === stored || part.method === deflated) && part.offset !== in64
    if (isReadable && !(directory.readUInt16LE(at + 8) & encryptedFlag)) parts.push(part)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return parts
}

/** A part's bytes, unpacked while they are read. What follows an unreadable place is left out. */
async function* unpack(path: string, file: FileHandle, part: ZipPart): AsyncGenerator<Buffer> {
  const header = await readAt(file, part.offset, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== localSignature || part.compressed === 0) return
  const start = part.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = createReadStream(path, { start, end: start + part.compressed - 1 })
  // Errors end the iteration.
  const bytes = part.method === stored ? packed : pipeline(packed, createInflateRaw(), () => undefined)
  try {
    for await (const piece of bytes) yield piece as Buffer
  } catch (error) {
    if (isSystemFault(error)) throw error
  } finally {
    packed.destroy()
  }
}

/** The names and bytes of an archive's parts whose names match, by name. Reading may end at any piece. */
export async function* zipParts(path: string, pattern: RegExp): AsyncGenerator<AsyncGenerator<Buffer>> {
  const file = await open(path)
  try {
    const parts = partsIn(await directoryOf(file)).filter(({ name }) => pattern.test(name))
    const byName = new Intl.Collator('en', { numeric: true }).compare
    for (const part of parts.sort((a, b) => byName(a.name, b.name))) yield unpack(path, file, part)
  } finally {
    await file.close()
  }
}
