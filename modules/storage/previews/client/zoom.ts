/** How a picture lies in its frame: `scale` 1 fits it in, `x`/`y` move its middle (px), `turn` counts quarters. */
export interface Pose {
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

export const resting: Pose = { scale: 1, x: 0, y: 0, turn: 0 }
const most = 10

const turned = ({ width, height }: Size, turn: number): Size =>
  turn % 2 ? { width: height, height: width } : { width, height }

/** Size at which the (turned) picture fits into its frame; enlarged only where `enlarge` says that it may be. */
export const fitted = (picture: Size, frame: Size, turn: number, enlarge: boolean): Size => {
  const { width, height } = turned(picture, turn)
  const factor = Math.min(frame.width / width, frame.height / height, enlarge ? Number.POSITIVE_INFINITY : 1)
  return { width: width * factor, height: height * factor }
}

const clamp = (value: number, limit: number) => Math.min(Math.max(value, -limit), limit)

/** Keeps the picture's edges from leaving the frame's. `size`: as fitted. */
export const held = (pose: Pose, size: Size, frame: Size): Pose => ({
  ...pose,
  x: clamp(pose.x, Math.max(0, (size.width * pose.scale - frame.width) / 2)),
  y: clamp(pose.y, Math.max(0, (size.height * pose.scale - frame.height) / 2)),
})

/** Zooms by a factor so that what lies at `point` (from the frame's middle) stays there. */
export const zoomedAt = (pose: Pose, factor: number, point: Point, size: Size, frame: Size): Pose => {
  const scale = Math.min(Math.max(pose.scale * factor, 1), most)
  const ratio = scale / pose.scale
  const x = point.x - (point.x - pose.x) * ratio
  const y = point.y - (point.y - pose.y) * ratio
  return held({ ...pose, scale, x, y }, size, frame)
}

/** A quarter clockwise, fitted in again. */
export const turnedOn = (pose: Pose): Pose => ({ ...resting, turn: pose.turn + 1 })
