/**
 * Transform of a picture in its frame: `scale` 1 fits it, `x`/`y` move its center (px), `turn` counts quarter turns.
 */
export interface Transform {
  scale: number
  x: number
  y: number
  turn: number
}
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

export const initialTransform: Transform = { scale: 1, x: 0, y: 0, turn: 0 }
const maxScale = 10

const turned = ({ width, height }: Size, turn: number): Size =>
  turn % 2 ? { width: height, height: width } : { width, height }

/** Size at which the rotated picture fits its frame. Enlarged only with `enlarge`. */
export const fittedSize = (picture: Size, frame: Size, turn: number, { enlarge = false } = {}): Size => {
  const { width, height } = turned(picture, turn)
  const factor = Math.min(frame.width / width, frame.height / height, enlarge ? Number.POSITIVE_INFINITY : 1)
  return { width: width * factor, height: height * factor }
}

const clamp = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit)

/** Keeps the picture from leaving gaps inside the frame. `size` is the fitted size. */
export const clampedTransform = (transform: Transform, size: Size, frame: Size): Transform => ({
  ...transform,
  x: clamp(transform.x, Math.max(0, (size.width * transform.scale - frame.width) / 2)),
  y: clamp(transform.y, Math.max(0, (size.height * transform.scale - frame.height) / 2)),
})

/** Zooms by a factor and keeps `point` (from the frame's center) in place. */
export const zoomedAt = (transform: Transform, factor: number, point: Point, size: Size, frame: Size): Transform => {
  const scale = Math.min(Math.max(transform.scale * factor, 1), maxScale)
  const ratio = scale / transform.scale
  const x = point.x - (point.x - transform.x) * ratio
  const y = point.y - (point.y - transform.y) * ratio
  return clampedTransform({ ...transform, scale, x, y }, size, frame)
}

/** Rotates clockwise by a quarter turn and fits again. */
export const rotatedClockwise = (transform: Transform): Transform => ({ ...initialTransform, turn: transform.turn + 1 })
