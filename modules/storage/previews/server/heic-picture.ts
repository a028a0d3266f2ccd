import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Libheif, LibheifSession, loadLibheif, type Pointer } from './libheif.ts'
import { tiffWithProfile } from './tiff-with-profile.ts'

/** Constants of heif.h. */
const rgb = { colorspace: 1, interleaved: 10, interleavedWithAlpha: 11, channel: 10 }
/** Offset of `convert_hdr_to_8bit` in `heif_decoding_options`. */
const to8BitOffset = 20

/** Maximum size of a file. Pictures with the maximum number of pixels are smaller. */
const maxFileBytes = 64 << 20
const maxThumbnails = 4
/** Maximum difference of the ratio of sides by which a thumbnail still shows all of its picture. */
const maxRatioDifference = 0.02

interface HeicLimits {
  /** Pixels of the picture in the file. */
  pixels: number
  /** Size of the result, in pixels. */
  width: number
  height: number
}

interface HeicPicture {
  /** The picture within the limits, upright, in sRGB or with its profile. Opened again for each reading. */
  open: () => Sharp
  /** Pixels of the picture in the file, as shown. */
  width: number
  height: number
}

let loading: Promise<Libheif> | null = null

/** The main picture of a file. */
const primaryHandle = (session: LibheifSession, bytes: Uint8Array, maxPixels: number): Pointer => {
  const { lib } = session
  const copy = session.allocate(bytes.length)
  lib.HEAPU8.set(bytes, copy)
  const context = lib._heif_context_alloc()
  session.onClose(() => lib._heif_context_free(context))
  // Makes the library apply the limit to parts of a picture too.
  lib._heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(maxPixels)))
  session.check((error) => lib._heif_context_read_from_memory_without_copy(error, context, copy, bytes.length, 0))
  return session.create(
    (error, handle) => lib._heif_context_get_primary_image_handle(error, context, handle),
    lib._heif_image_handle_release,
  )
}

const sizeOf = ({ lib }: LibheifSession, handle: Pointer) => ({
  width: lib._heif_image_handle_get_width(handle),
  height: lib._heif_image_handle_get_height(handle),
})

/** A smaller version in the file of at least this width, which is decoded much faster; null without one. */
const thumbnailHandle = (session: LibheifSession, handle: Pointer, minWidth: number): Pointer | null => {
  const { lib } = session
  const whole = sizeOf(session, handle)
  const ids = session.allocate(4 * maxThumbnails)
  const count = lib._heif_image_handle_get_list_of_thumbnail_IDs(handle, ids, maxThumbnails)
  for (let at = 0; at < count; at++) {
    const id = session.integerAt(ids + 4 * at)
    const thumbnail = session.create(
      (error, result) => lib._heif_image_handle_get_thumbnail(error, handle, id, result),
      lib._heif_image_handle_release,
    )
    const { width, height } = sizeOf(session, thumbnail)
    const ratio = (width * whole.height) / (height * whole.width)
    if (width >= minWidth && Math.abs(ratio - 1) <= maxRatioDifference) return thumbnail
  }
  return null
}

/** The decoded pixels, in libheif's memory: valid until it is used again. */
const decodePixels = (session: LibheifSession, handle: Pointer) => {
  const { lib } = session
  const channels = lib._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const options = lib._heif_decoding_options_alloc()
  session.onClose(() => lib._heif_decoding_options_free(options))
  lib.HEAPU8[options + to8BitOffset] = 1
  const chroma = channels === 4 ? rgb.interleavedWithAlpha : rgb.interleaved
  // Rotates and mirrors as the file says; the orientation in its EXIF block is a copy of this.
  const image = session.create(
    (error, result) => lib._heif_decode_image(error, handle, result, rgb.colorspace, chroma, options),
    lib._heif_image_release,
  )
  const width = lib._heif_image_get_width(image, rgb.channel)
  const height = lib._heif_image_get_height(image, rgb.channel)
  const strideAt = session.allocate(4)
  const start = lib._heif_image_get_plane_readonly(image, rgb.channel, strideAt)
  if (!start) throw new Error('no pixels')
  const [stride, row] = [session.integerAt(strideAt), width * channels]
  // sharp wants rows without gaps.
  if (stride !== row)
    for (let y = 1; y < height; y++)
      lib.HEAPU8.copyWithin(start + y * row, start + y * stride, start + y * stride + row)
  const data = Buffer.from(lib.HEAPU8.buffer, start, row * height)
  return { data, raw: { width, height, channels: channels as 3 | 4 } }
}

const decode = async (session: LibheifSession, bytes: Uint8Array, icc: Buffer | undefined, limits: HeicLimits) => {
  const handle = primaryHandle(session, bytes, limits.pixels)
  const size = sizeOf(session, handle)
  if (size.width * size.height > limits.pixels) throw new Error('too many pixels')
  const { data, raw } = decodePixels(session, thumbnailHandle(session, handle, limits.width) ?? handle)
  const fit = { width: limits.width, height: limits.height, fit: 'inside' as const, withoutEnlargement: true }
  const small = await sharp(data, { raw }).resize(fit).raw().toBuffer({ resolveWithObject: true })
  const { width, height } = small.info
  const pixels = { data: small.data, width, height, channels: raw.channels }
  const picture = icc && tiffWithProfile(pixels, icc)
  const open = () => (picture ? sharp(picture) : sharp(small.data, { raw: { ...raw, width, height } }))
  return { ...size, open }
}

/**
 * Decodes a picture of HEIF that is compressed with HEVC, as phones take them. `icc`: its color profile. Throws for a broken
 * file, or one beyond the limits.
 */
export const heicPicture = async (
  source: string | Buffer,
  icc: Buffer | undefined,
  limits: HeicLimits,
): Promise<HeicPicture> => {
  const fileBytes = typeof source === 'string' ? (await stat(source)).size : source.length
  if (fileBytes > maxFileBytes) throw new Error('too large a file')
  const bytes = typeof source === 'string' ? await readFile(source) : source
  loading ??= loadLibheif()
  const session = new LibheifSession(await loading)
  try {
    return await decode(session, bytes, icc, limits)
  } catch (error) {
    // A broken file may leave the library in any state.
    loading = null
    throw error
  } finally {
    session.close()
  }
}
