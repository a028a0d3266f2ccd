/** Columns of `exif`: what a picture's own metadata tells, checked and cut to size. */
export interface PhotoMetadata {
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
