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

/** Columns of `exif`: what a picture's own metadata tells, checked and cut to size. */
export interface PhotoFacts {
  taken_at: string | null
  artist: string | null
  camera: string | null
  model: string | null
  lens: string | null
  exposure_time: number | null
  f_number: number | null
  aperture_value: number | null
  focal_length: number | null
  iso: number | null
  x_resolution: number | null
  y_resolution: number | null
  color_space: number | null
  latitude: number | null
  longitude: number | null
}
