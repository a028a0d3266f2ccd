/**
 * A separate process for decoding pictures, pages and covers (docs/security.md, uploads), so that a malicious file cannot
 * harm the server. Has no access to database or network, runs at the lowest priority and exits when idle.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { allowTiff, isHeic, maxPixels, openPicture, pictureMetadata } from '../../../platform/pictures.ts'
import { serveProcess } from '../../../platform/serve-process.ts'
import { photoMetadata } from './photo-metadata.ts'
import { type DecodedPicture, type PictureRequest, partialPathOf } from './protocol.ts'

const quality = 78
/** WebP quality of pages: lower than of pictures, because letters take the most bytes and stay as sharp. */
const pageQuality = 70
/** Maximum ratio of height to width. */
const maxHeightRatio = 4

allowTiff()

interface Decoded extends DecodedPicture {
  /** To be called for each reading. */
  open: () => Sharp
  /** Pixels. */
  sourceWidth: number
}

const withoutSize = { width: null, height: null, photo: null }

/** A picture in one of the formats that are decoded. */
const decodePicture = async (source: string | Buffer, maxWidth: number): Promise<Decoded> => {
  const metadata = await pictureMetadata(source, { heic: true })
  const { autoOrient, exif, icc } = metadata
  if (isHeic(metadata)) {
    const { heicPicture } = await import('./heic-picture.ts')
    const limits = { pixels: maxPixels, width: maxWidth, height: maxWidth * maxHeightRatio }
    const picture = await heicPicture(source, icc, limits)
    return { ...picture, sourceWidth: picture.width, pages: null, photo: photoMetadata(exif) }
  }
  const { width, height } = autoOrient
  return {
    open: () => openPicture(source).autoOrient(),
    sourceWidth: width,
    width,
    height,
    pages: null,
    photo: photoMetadata(exif),
  }
}

const decodePage = async (source: string, page: number, maxWidth: number): Promise<Decoded> => {
  const { renderPdfPage } = await import('./pdf-page.ts')
  const limits = { width: maxWidth, height: maxWidth * maxHeightRatio }
  const { data, pixels, points, pages } = await renderPdfPage(source, page, limits)
  const open = () => sharp(data, { raw: { ...pixels, channels: 4 } }).removeAlpha()
  return {
    open,
    sourceWidth: pixels.width,
    width: Math.max(1, Math.round(points.width)),
    height: Math.max(1, Math.round(points.height)),
    pages,
    photo: null,
  }
}

// Decoders of other kinds are loaded with the first such file, because most instances store pictures only.
const decode = async ({ source, kind, page = 1, film, targets }: PictureRequest): Promise<Decoded> => {
  const maxWidth = (targets.at(-1) as { width: number }).width
  if (kind === 'page') return decodePage(source, page, maxWidth)
  if (kind === 'picture') return decodePicture(source, maxWidth)
  const bytes =
    kind === 'frame' && film
      ? await (await import('./ffmpeg.ts')).extractFrame(film.ffmpeg, film.demuxer, source, maxWidth)
      : await (await import('./read-cover.ts')).readCover(source)
  return { ...(await decodePicture(bytes, maxWidth)), ...withoutSize }
}

/** Writes a file. Not by sharp, whose errors do not distinguish a full disk from a broken picture. */
const store = async (file: Buffer, path: string): Promise<void> => {
  const partPath = partialPathOf(path)
  try {
    await writeFile(partPath, file)
    await rename(partPath, path)
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

const make = async (request: PictureRequest): Promise<DecodedPicture> => {
  const { targets, kind } = request
  const { open, sourceWidth, ...picture } = await decode(request)
  // Sizes up to the first one that the picture fits into, which keeps the picture's own size.
  const fitting = targets.findIndex((target) => target.width >= sourceWidth)
  const wanted = fitting < 0 ? targets : targets.slice(0, fitting + 1)
  const largest = (wanted.at(-1) as { width: number }).width
  const fitInside = (maxWidth: number) => ({
    width: maxWidth,
    height: maxWidth * maxHeightRatio,
    fit: 'inside' as const,
    withoutEnlargement: true,
  })
  const { data, info } = await open()
    .toColourspace('srgb')
    .resize(fitInside(largest))
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const target of wanted) {
    const { width, height, channels } = info
    const file = await sharp(data, { raw: { width, height, channels } })
      .resize(fitInside(target.width))
      .webp({ quality: kind === 'page' ? pageQuality : quality })
      .toBuffer()
    await store(file, target.path)
  }
  return picture
}

serveProcess(make)
