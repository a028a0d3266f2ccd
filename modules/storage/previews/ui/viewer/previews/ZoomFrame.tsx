import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { cx, useLatest } from '../../../../../web/ui.ts'
import {
  clampedTransform,
  fittedSize,
  initialTransform,
  type Point,
  rotatedClockwise,
  type Size,
  type Transform,
  zoomedAt,
} from '../../../client/zoom.ts'
import { usePreviewControls } from '../preview-controls.ts'
import { useGestures } from './useGestures.ts'

const step = 1.4
const middle: Point = { x: 0, y: 0 }

interface ZoomFrameProps {
  /** Natural size; null until the picture has loaded. */
  size: Size | null
  /** Allows enlarging beyond the natural size to fill the frame. */
  enlarge: boolean
  /** Called when the user zooms in. */
  onZoomIn?: () => void
  children: ReactNode
}

/** Zoom, pan and rotation of a picture by wheel, pinch, double click, drag, keys and buttons. */
export const ZoomFrame = ({ size, enlarge, onZoomIn, children }: ZoomFrameProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const [transform, setTransform] = useState(initialTransform)
  const natural = size ?? { width: 1, height: 1 }
  const fit = room.width ? fittedSize(natural, room, transform.turn, { enlarge }) : { width: 0, height: 0 }

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const latest = useLatest({ natural, room, enlarge, onZoomIn })
  const change = useCallback((next: (transform: Transform, fit: Size, room: Size) => Transform) => {
    setTransform((before) => {
      const { natural, room, enlarge } = latest.current
      return next(before, fittedSize(natural, room, before.turn, { enlarge }), room)
    })
  }, [])
  const zoom = useCallback(
    (factor: number, point: Point) => {
      if (factor > 1) latest.current.onZoomIn?.()
      change((transform, fit, room) => zoomedAt(transform, factor, point, fit, room))
    },
    [change],
  )
  const move = useCallback(
    (dx: number, dy: number) =>
      change((transform, fit, room) =>
        clampedTransform({ ...transform, x: transform.x + dx, y: transform.y + dy }, fit, room),
      ),
    [change],
  )
  const toggle = useCallback(
    (point: Point) => {
      latest.current.onZoomIn?.()
      change((transform, fit, room) => {
        if (transform.scale > 1) return { ...initialTransform, turn: transform.turn }
        // To the natural size, but at least twice as large.
        const { width, height } = latest.current.natural
        const naturalScale = (transform.turn % 2 ? height : width) / fit.width
        return zoomedAt(transform, Math.max(naturalScale, 2), point, fit, room)
      })
    },
    [change],
  )
  const isZoomed = transform.scale > 1
  usePreviewControls({
    ...(isZoomed && { pan: (x, y) => move((-x * room.width) / 10, (-y * room.height) / 10) }),
    zoomIn: () => zoom(step, middle),
    zoomOut: () => zoom(1 / step, middle),
    fit: () => setTransform(({ turn }) => ({ ...initialTransform, turn })),
    rotate: () => setTransform(rotatedClockwise),
    print: () => window.print(),
  })
  const gestures = useGestures(frame, { zoom, move, toggle })
  const isSideways = transform.turn % 2 === 1
  return (
    <div
      ref={frame}
      {...gestures}
      data-frame
      data-scale={transform.scale.toFixed(2)}
      data-turn={transform.turn % 4}
      data-zoomed={isZoomed || undefined}
      className={cx(
        'relative size-full touch-none overflow-hidden',
        isZoomed ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
      )}
    >
      <div
        className="absolute start-1/2 top-1/2 transition-transform duration-100 ease-out motion-reduce:transition-none"
        style={{
          insetInlineStart: 'auto',
          left: '50%',
          width: isSideways ? fit.height : fit.width,
          height: isSideways ? fit.width : fit.height,
          transform: `translate(-50%, -50%) translate(${transform.x}px, ${transform.y}px) rotate(${transform.turn * 90}deg) scale(${transform.scale})`,
        }}
      >
        {children}
      </div>
    </div>
  )
}
