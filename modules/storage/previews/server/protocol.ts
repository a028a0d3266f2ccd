import type { PhotoFacts } from '../../tree/index.ts'

/** What the server asks of the picture process, one at a time. */
export interface PictureOrder {
  source: string
  /** A recording: its cover is meant. */
  isAudio: boolean
  /** Smallest first. */
  targets: { width: number; path: string }[]
}

export type PictureAnswer =
  | { kind: 'ready' }
  /** Size of the picture as shown, EXIF orientation applied. */
  | { kind: 'done'; width: number; height: number; photo: PhotoFacts | null }
  | { kind: 'failed'; reason: string }
