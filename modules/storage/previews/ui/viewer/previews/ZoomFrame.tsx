import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { cx } from '../../../../../web/ui.ts'
import { fitted, held, type Point, type Pose, resting, type Size, turnedOn, zoomedAt } from '../../../client/zoom.ts'
import { useStageControls } from '../preview-controls.ts'
import { useGestures } from './useGestures.ts'

const step = 1.4
const middle: Point = { x: 0, y: 0 }

interface ZoomFrameProps {
  /** Natural size; null while it is not known. */
  size: Size | null
  /** May be larger than its natural size to fill the frame. */
  enlarge: boolean
  /** Somebody looks closer than fitted. */
  onCloser?: () => void
  children: ReactNode
}

/** A picture to be zoomed, moved and turned: wheel, pinch, double click, drag, keys and buttons. */
export const ZoomFrame = ({ size, enlarge, onCloser, children }: ZoomFrameProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [pose, setPose] = useState(resting)
  const natural = size ?? { width: 1, height: 1 }
  const fit = room.width ? fitted(natural, room, pose.turn, enlarge) : { width: 0, height: 0 }

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const latest = useRef({ natural, room, enlarge, onCloser })
  latest.current = { natural, room, enlarge, onCloser }
  const change = useCallback((next: (pose: Pose, fit: Size, room: Size) => Pose) => {
    setPose((before) => {
      const { natural, room, enlarge } = latest.current
      return next(before, fitted(natural, room, before.turn, enlarge), room)
    })
  }, [])
  const zoom = useCallback(
    (factor: number, point: Point) => {
      if (factor > 1) latest.current.onCloser?.()
      change((pose, fit, room) => zoomedAt(pose, factor, point, fit, room))
    },
    [change],
  )
  const move = useCallback(
    (dx: number, dy: number) =>
      change((pose, fit, room) => held({ ...pose, x: pose.x + dx, y: pose.y + dy }, fit, room)),
    [change],
  )
  const toggle = useCallback(
    (point: Point) => {
      latest.current.onCloser?.()
      change((pose, fit, room) => {
        if (pose.scale > 1) return { ...resting, turn: pose.turn }
        // To the picture's own pixels, but visibly closer in any case.
        const { width, height } = latest.current.natural
        const own = (pose.turn % 2 ? height : width) / fit.width
        return zoomedAt(pose, Math.max(own, 2), point, fit, room)
      })
    },
    [change],
  )
  useStageControls({
    zoomIn: () => zoom(step, middle),
    zoomOut: () => zoom(1 / step, middle),
    fit: () => setPose(({ turn }) => ({ ...resting, turn })),
    rotate: () => setPose(turnedOn),
  })
  const gestures = useGestures(frame, { zoom, move, toggle })
  const close = pose.scale > 1
  const odd = pose.turn % 2 === 1
  return (
    <div
      ref={frame}
      {...gestures}
      data-frame
      data-scale={pose.scale.toFixed(2)}
      data-turn={pose.turn % 4}
      data-zoomed={close || undefined}
      className={cx(
        'relative size-full touch-none overflow-hidden',
        close ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
      )}
    >
      <div
        className="absolute start-1/2 top-1/2 transition-transform duration-100 ease-out motion-reduce:transition-none"
        style={{
          insetInlineStart: 'auto',
          left: '50%',
          width: odd ? fit.height : fit.width,
          height: odd ? fit.width : fit.height,
          transform: `translate(-50%, -50%) translate(${pose.x}px, ${pose.y}px) rotate(${pose.turn * 90}deg) scale(${pose.scale})`,
        }}
      >
        {children}
      </div>
    </div>
  )
}
