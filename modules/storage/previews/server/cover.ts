import { parseFile, selectCover } from 'music-metadata'

/** A cover larger than this is none; it still has to be a picture that the decoders take. */
const most = 16 << 20

/** The front cover that a recording brings with it (ID3, MP4, FLAC, Vorbis comments), as the file of a picture. */
export const coverOf = async (path: string): Promise<Buffer> => {
  const { common } = await parseFile(path, { duration: false, includeChapters: false, skipPostHeaders: true })
  const cover = selectCover(common.picture)
  if (!cover || cover.data.length > most) throw new Error('no cover')
  return Buffer.from(cover.data.buffer, cover.data.byteOffset, cover.data.length)
}
