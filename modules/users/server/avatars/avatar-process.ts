/** A separate process that decodes and re-encodes uploaded avatars (A33, A34); without access to database or network. */

import { openPicture, pictureMetadata } from '../../../platform/pictures.ts'
import { serveProcess } from '../../../platform/serve-process.ts'
import { type AvatarPictures, type AvatarRequest, type AvatarSize, avatarSizes } from './protocol.ts'

const quality = 82
/** For screens with two or more device pixels per CSS pixel. */
const density = 2

const make = async (request: AvatarRequest): Promise<AvatarPictures> => {
  const source = Buffer.from(request.source)
  await pictureMetadata(source)
  const pictures: Partial<Record<AvatarSize, Uint8Array>> = {}
  for (const [size, edge] of Object.entries(avatarSizes) as [AvatarSize, number][])
    pictures[size] = await openPicture(source)
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: edge * density, height: edge * density, fit: 'cover' })
      .webp({ quality })
      .toBuffer()
  return { pictures: pictures as AvatarPictures['pictures'] }
}

serveProcess(make)
