/** A separate process that decodes and re-encodes uploaded logos (A33, A34); without access to database or network. */

import { openPicture, openVector, pictureMetadata } from '../../../platform/pictures.ts'
import { serveProcess } from '../../../platform/serve-process.ts'
import type { EncodedImage, EncodedImages, ImageOutput, ImageRequest } from './image-outputs.ts'

const quality = 88
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

/** A drawing rather than pixels: rasterized in the size that is needed. */
const isVector = (source: Buffer): boolean =>
  /^(?:\uFEFF|\s)*<(?:\?xml|!--|!DOCTYPE svg|svg)\b/i.test(source.toString('utf8', 0, 200))

const encode = async (source: Buffer, output: ImageOutput): Promise<EncodedImage> => {
  const { fit, type, background, margin = 0 } = output
  const [inset, drawn] = [Math.round(output.width * margin), Math.max(output.width, output.height)]
  const picture = isVector(source) ? await openVector(source, drawn) : openPicture(source).autoOrient()
  const resized = picture.toColourspace('srgb').resize({
    width: output.width - 2 * inset,
    height: output.height - 2 * inset,
    fit,
    background: transparent,
    withoutEnlargement: fit === 'inside',
  })
  const framed = resized.extend({ top: inset, bottom: inset, left: inset, right: inset, background: transparent })
  const opaque = background ? framed.flatten({ background }) : framed
  const encoded =
    type === 'webp'
      ? opaque.webp({ quality, effort: 6 })
      : type === 'png'
        ? opaque.png({ compressionLevel: 9, palette: true })
        : opaque.jpeg({ quality, mozjpeg: true })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

const make = async ({ source: given, outputs }: ImageRequest): Promise<EncodedImages> => {
  const source = Buffer.from(given)
  if (!isVector(source)) await pictureMetadata(source)
  const images: EncodedImage[] = []
  for (const output of outputs) images.push(await encode(source, output))
  return { images }
}

serveProcess(make)
