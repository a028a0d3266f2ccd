import type { PhotoMetadata } from '../../tree/index.ts'

/** A request to the picture process, one at a time. */
export interface PictureRequest {
  source: string
  /** Audio file: decode its embedded cover. */
  isAudio: boolean
  /** Smallest first. */
  targets: { width: number; path: string }[]
}

/** Size of the picture as shown, with EXIF orientation applied. */
export interface Picture {
  width: number
  height: number
  photo: PhotoMetadata | null
}
