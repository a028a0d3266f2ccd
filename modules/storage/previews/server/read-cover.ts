import { parseFile, selectCover } from 'music-metadata'

/** Maximum size of a cover; larger ones are ignored. Smaller ones still have to pass the picture decoders. */
const maxCoverBytes = 16 << 20

/** The front cover embedded in an audio file (ID3, MP4, FLAC, Vorbis comments), as bytes of an image file. */
export const readCover = async (path: string): Promise<Buffer> => {
  const { common } = await parseFile(path, { duration: false, includeChapters: false, skipPostHeaders: true })
  const cover = selectCover(common.picture)
  if (!cover || cover.data.length > maxCoverBytes) throw new Error('no cover')
  return Buffer.from(cover.data.buffer, cover.data.byteOffset, cover.data.length)
}
