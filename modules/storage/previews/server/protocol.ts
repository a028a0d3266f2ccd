import type { PhotoMetadata } from '../../tree/index.ts'

/** A request to the picture process, one at a time. */
export interface PictureRequest {
  source: string
  /** Audio file: decode its embedded cover. */
  isAudio: boolean
  /** Smallest first. */
  targets: { width: number; path: string }[]
}

export type PictureResult =
  | { kind: 'ready' }
  /** Size of the picture as shown, with EXIF orientation applied. */
  | { kind: 'done'; width: number; height: number; photo: PhotoMetadata | null }
  | { kind: 'failed'; reason: string }
