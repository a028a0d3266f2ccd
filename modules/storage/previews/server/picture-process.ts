/**
 * A separate process for decoding pictures (SECURITY.md §4, uploads), so that a malicious file cannot harm the server.
 * Has no access to database or network, runs at the lowest priority and exits when idle.
 */
import { rename } from 'node:fs/promises'
import sharp from 'sharp'
import type { ProcessResult } from '../../../platform/index.ts'
import { openPicture, pictureMetadata } from '../../../platform/pictures.ts'
import { photoMetadata } from './photo-metadata.ts'
import type { Picture, PictureRequest } from './protocol.ts'

const quality = 78
/** Maximum ratio of height to width. */
const maxHeightRatio = 4

// Loaded with the first audio file: most instances store pictures only.
const cover = async (path: string) => (await import('./cover.ts')).coverOf(path)

const make = async ({ source: path, isAudio, targets }: PictureRequest): Promise<Picture> => {
  const source = isAudio ? await cover(path) : path
  const { autoOrient, exif } = await pictureMetadata(source)
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
  const { data, info } = await openPicture(source)
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
  return { width, height, photo: isAudio ? null : photoMetadata(exif) }
}

const reply = (message: ProcessResult<Picture>) => process.send?.(message)

process.on('message', (request: PictureRequest) => {
  make(request).then(
    (picture) => reply({ kind: 'done', ...picture }),
    (error: Error) => reply({ kind: 'failed', reason: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
reply({ kind: 'ready' })
