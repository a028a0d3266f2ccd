import type { PhotoMetadata } from '../../tree/index.ts'
import type { PreviewSource } from './preview-source.ts'

/** A request to the picture process, one at a time. */
export interface PictureRequest {
  source: string
  kind: PreviewSource
  /** For a frame: path of ffmpeg, and the film's demuxer. */
  film?: { ffmpeg: string; demuxer: string }
  /** Number of the page, from 1; default the first. */
  page?: number
  /** Smallest first. */
  targets: { width: number; path: string }[]
}

/** Size of the picture as shown, with EXIF orientation applied; of a page in points. Null for a recording or film. */
export interface DecodedPicture {
  width: number | null
  height: number | null
  /** Pages of a document; null for other files. */
  pages: number | null
  photo: PhotoMetadata | null
}

/** Path at which the picture process writes a file until it is complete. */
export const partialPathOf = (path: string): string => `${path}.part`
