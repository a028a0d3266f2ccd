import sharp, { type Metadata, type Sharp } from 'sharp'

/** For scripts of isolated processes only: decodes few formats, limits pixels, keeps no cache. */
export const maxPixels = 50_000_000
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
sharp.concurrency(1)
sharp.cache(false)

/** Decodes a picture, its first page only. `source`: a path or the bytes. */
export const openPicture = (source: string | Buffer): Sharp =>
  sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, sequentialRead: true })

/** Whether it is HEIF compressed with HEVC, of which sharp reads the metadata only. */
export const isHeic = ({ format, compression }: Metadata): boolean => format === 'heif' && compression === 'hevc'

/**
 * Metadata of a picture. Throws for formats that are not decoded. Of the HEIF formats, AVIF is decoded; `heic` lets HEIC
 * pass for callers that decode it themselves.
 */
export const pictureMetadata = async (source: string | Buffer, { heic = false } = {}): Promise<Metadata> => {
  const metadata = await openPicture(source).metadata()
  const { format, compression } = metadata
  const isDecoded = format !== 'heif' || compression === 'av1' || (heic && isHeic(metadata))
  if (!formats.has(format) || !isDecoded) throw new Error(`${format} is not decoded`)
  return metadata
}

/** Allows TIFF in the whole process from then on. Its decoder takes many forms of a file, so most processes go without. */
export const allowTiff = (): void => {
  sharp.unblock({ operation: ['VipsForeignLoadTiff'] })
  formats.add('tiff')
}

/** Rasterized at this edge in px at most. */
const maxVectorEdge = 2_048
const defaultDpi = 72
const maxDpi = 7_200

/**
 * Rasterizes an SVG so that its longer side is about `edge` px. librsvg runs no scripts and, given bytes, loads nothing from
 * files or the network. Allows SVG in the whole process from then on. Throws for bytes that are not an SVG.
 */
export const openVector = async (source: Buffer, edge: number): Promise<Sharp> => {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  const { format, width, height } = await openPicture(source).metadata()
  if (format !== 'svg') throw new Error(`${format} is no vector format`)
  const density = (defaultDpi * Math.min(edge, maxVectorEdge)) / Math.max(width, height)
  return sharp(source, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    density: Math.min(maxDpi, Math.max(1, density)),
  })
}
