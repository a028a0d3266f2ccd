import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { randomBytes, seeded } from './random.ts'

export interface FileMetadata {
  size: number
  sha256: string
}

type Random = () => number

const folders = [
  '',
  'Photos',
  'Photos/2025',
  'Photos/2025/Sommer am Müggelsee',
  'Work',
  'Work/Invoices',
  'Work/a/b/c/d',
]
const places = [...folders, '写真 と メモ', 'مشروع جديد', 'Music 🎧', 'Work/Cafe\u0301 menu']
const words = 'lorem ipsum dolor sit amet Größe naïve données 東京 файл 🎉 contract balance invoice total'.split(' ')

/** 1 B to 200 KB, small ones as frequent as large ones. */
const anySize = (random: Random) => Math.max(1, Math.floor(200_000 ** random()))

const text = (random: Random): Buffer => {
  const size = anySize(random)
  let line = ''
  while (line.length < Math.min(size, 4_000)) line += `${words[Math.floor(random() * words.length)]} `
  const bytes = Buffer.from(line.repeat(Math.ceil(size / line.length)))
  // Sometimes ends within a character, as real files do.
  return bytes.subarray(0, size)
}

const pdf = (random: Random): Buffer => {
  const stream = randomBytes(anySize(random), random)
  const head = `%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n3 0 obj\n<</Length ${stream.length}>>\nstream\n`
  return Buffer.concat([
    Buffer.from(head),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
  ])
}

const picture = (format: 'png' | 'jpeg') => (random: Random) => {
  const [width, height] = [24 + Math.floor(random() * 200), 24 + Math.floor(random() * 200)]
  const channel = () => Math.floor(random() * 256)
  return sharp({ create: { width, height, channels: 3, background: { r: channel(), g: channel(), b: channel() } } })
    .toFormat(format)
    .toBuffer()
}

const kinds: [extension: string, make: (random: Random) => Buffer | Uint8Array | Promise<Buffer>][] = [
  ['txt', text],
  ['md', text],
  ['csv', text],
  ['pdf', pdf],
  ['png', picture('png')],
  ['jpg', picture('jpeg')],
  ['bin', (random) => randomBytes(anySize(random), random)],
]

/**
 * Writes `count` files of several kinds into nested folders with names in several scripts, reproducible by `seed`. Resolves
 * with the files that the server must have: path below the folder, in NFC, → size and hash.
 */
export const writeRealFiles = async (folder: string, count: number, seed = 1): Promise<Map<string, FileMetadata>> => {
  const random = seeded(seed)
  const facts = new Map<string, FileMetadata>()
  for (const place of places) await mkdir(join(folder, place), { recursive: true })
  for (let at = 0; at < count; at++) {
    const [extension, make] = kinds[at % kinds.length]!
    const name = `${words[Math.floor(random() * words.length)]} ${at}.${extension}`
    const path = join(places[Math.floor(random() * places.length)]!, name)
    const bytes = await make(random)
    await writeFile(join(folder, path), bytes)
    facts.set(path.normalize('NFC'), { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return facts
}

const mebibyte = 2 ** 20

/** A sparse file in which each MiB is marked, so that swapped or repeated parts change the hash. */
export const writeBigFile = async (path: string, mebibytes: number): Promise<FileMetadata> => {
  await mkdir(dirname(path), { recursive: true })
  const random = seeded(mebibytes)
  const file = await open(path, 'w')
  for (let at = 0; at < mebibytes; at++) await file.write(randomBytes(4096, random), 0, 4096, at * mebibyte)
  await file.truncate(mebibytes * mebibyte)
  await file.close()
  return metadataOf(createReadStream(path, { highWaterMark: mebibyte }))
}

/** Size and hash of a stream, which is not stored. */
export const metadataOf = async (stream: AsyncIterable<Uint8Array>): Promise<FileMetadata> => {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of stream) {
    hash.update(part)
    size += part.length
  }
  return { size, sha256: hash.digest('hex') }
}
