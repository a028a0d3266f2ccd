/**
 * A process of its own for decoding pictures (SECURITY.md §4, uploads): whatever a picture does to its decoder, the
 * server goes on. It knows no database and no network, works at the lowest priority, and ends when idle.
 */
import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { photoFacts } from './photo-metadata.ts'
import type { PictureAnswer, PictureOrder } from './protocol.ts'

const pixelLimit = 50_000_000
const quality = 78
/** A strip may be at most so many times as high as it is wide. */
const mostTall = 4
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
sharp.concurrency(1)
sharp.cache(false)

const open = (source: string | Buffer) =>
  sharp(source, { limitInputPixels: pixelLimit, failOn: 'error', pages: 1, sequentialRead: true })

// Fetched with the first recording: most instances have pictures only.
const cover = async (path: string) => (await import('./cover.ts')).coverOf(path)

const make = async ({ source: path, isAudio, targets }: PictureOrder): Promise<PictureAnswer> => {
  const source = isAudio ? await cover(path) : path
  const { format, compression, autoOrient, exif } = await open(source).metadata()
  if (!formats.has(format) || (format === 'heif' && compression !== 'av1')) throw new Error(`${format} is not decoded`)
  const { width, height } = autoOrient
  // Sizes up to the first that the picture fits into; that one has the picture's own size.
  const fitting = targets.findIndex((target) => target.width >= width)
  const wanted = fitting < 0 ? targets : targets.slice(0, fitting + 1)
  const largest = (wanted.at(-1) as { width: number }).width
  const inside = (most: number) => ({
    width: most,
    height: most * mostTall,
    fit: 'inside' as const,
    withoutEnlargement: true,
  })
  const { data, info } = await open(source)
    .autoOrient()
    .toColourspace('srgb')
    .resize(inside(largest))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const target of wanted) {
    const { width, height, channels } = info
    const draft = `${target.path}.part`
    await sharp(data, { raw: { width, height, channels } }).resize(inside(target.width)).webp({ quality }).toFile(draft)
    await rename(draft, target.path)
  }
  return { kind: 'done', width, height, photo: isAudio ? null : photoFacts(exif) }
}

const answer = (message: PictureAnswer) => process.send?.(message)

process.on('message', (order: PictureOrder) => {
  make(order).then(answer, (error: Error) => answer({ kind: 'failed', reason: error.message }))
})
process.on('disconnect', () => process.exit(0))
answer({ kind: 'ready' })
