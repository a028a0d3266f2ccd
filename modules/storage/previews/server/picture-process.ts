/**
 * A separate process for decoding pictures (SECURITY.md §4, uploads), so that a malicious file cannot harm the server.
 * Has no access to database or network, runs at the lowest priority and exits when idle.
 */
import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import { photoMetadata } from './photo-metadata.ts'
import type { PictureRequest, PictureResult } from './protocol.ts'

const maxPixels = 50_000_000
const quality = 78
/** Maximum ratio of height to width. */
const maxHeightRatio = 4
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
sharp.concurrency(1)
sharp.cache(false)

const open = (source: string | Buffer) =>
  sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true })

// Loaded with the first audio file: most instances store pictures only.
const cover = async (path: string) => (await import('./cover.ts')).coverOf(path)

const make = async ({ source: path, isAudio, targets }: PictureRequest): Promise<PictureResult> => {
  const source = isAudio ? await cover(path) : path
  const { format, compression, autoOrient, exif } = await open(source).metadata()
  if (!formats.has(format) || (format === 'heif' && compression !== 'av1')) throw new Error(`${format} is not decoded`)
  const { width, height } = autoOrient
  // Sizes up to the first one that the picture fits into, which keeps the picture's own size.
  const fitting = targets.findIndex((target) => target.width >= width)
  const wanted = fitting < 0 ? targets : targets.slice(0, fitting + 1)
  const largest = (wanted.at(-1) as { width: number }).width
  const fitInside = (maxWidth: number) => ({
    width: maxWidth,
    height: maxWidth * maxHeightRatio,
    fit: 'inside' as const,
    withoutEnlargement: true,
  })
  const { data, info } = await open(source)
    .autoOrient()
    .toColourspace('srgb')
    .resize(fitInside(largest))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const target of wanted) {
    const { width, height, channels } = info
    const partPath = `${target.path}.part`
    await sharp(data, { raw: { width, height, channels } })
      .resize(fitInside(target.width))
      .webp({ quality })
      .toFile(partPath)
    await rename(partPath, target.path)
  }
  return { kind: 'done', width, height, photo: isAudio ? null : photoMetadata(exif) }
}

const reply = (message: PictureResult) => process.send?.(message)

process.on('message', (request: PictureRequest) => {
  make(request).then(reply, (error: Error) => reply({ kind: 'failed', reason: error.message }))
})
process.on('disconnect', () => process.exit(0))
reply({ kind: 'ready' })
