/** What the server asks of the picture process, one at a time. */
export interface PictureOrder {
  source: string
  /** Smallest first. */
  targets: { width: number; path: string }[]
}

export type PictureAnswer =
  | { kind: 'ready' }
  /** Size of the picture as shown, EXIF orientation applied. */
  | { kind: 'done'; width: number; height: number }
  | { kind: 'failed'; reason: string }
