import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { useLatest } from '../../../../../web/ui.ts'
import { captureTouchMove } from '../../../../tree/ui.ts'
import type { Point } from '../../../client/zoom.ts'

interface GestureHandlers {
  zoom: (factor: number, point: Point) => void
  move: (dx: number, dy: number) => void
  toggle: (point: Point) => void
}

/** Maximum ms between the two taps of a double tap. */
const doubleTapMs = 300
/** Maximum distance in px that the finger moves in a tap. */
const tapDistancePx = 12

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const midpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Wheel, drag, pinch and double click on a frame, with points relative to its center. */
export const useGestures = (frame: RefObject<HTMLElement | null>, { zoom, move, toggle }: GestureHandlers) => {
  const pointers = useRef(new Map<number, Point>())
  const tapped = useRef(0)
  /** The latest press. Its pointer type decides, because browsers report two taps as a double click of a mouse. */
  const pressed = useRef({ type: '', point: { x: 0, y: 0 } })

  const fromMiddle = ({ x, y }: Point): Point => {
    const box = frame.current?.getBoundingClientRect()
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 }
  }
  const pointOf = (event: { clientX: number; clientY: number }): Point => ({ x: event.clientX, y: event.clientY })

  const latest = useLatest(zoom)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    // Not passive, because the page must neither scroll nor zoom.
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = element.getBoundingClientRect()
      const point = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      latest.current(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 400)), point)
    }
    element.addEventListener('wheel', wheel, { passive: false })
    const release = captureTouchMove(element, () => true)
    return () => {
      release()
      element.removeEventListener('wheel', wheel)
    }
  }, [frame])

  const end = (event: PointerEvent) => pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, pointOf(event))
      pressed.current = { type: event.pointerType, point: pointOf(event) }
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const now = pointOf(event)
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
      pointers.current.set(event.pointerId, now)
      if (!other) return move(now.x - before.x, now.y - before.y)
      const was = distance(before, other)
      if (was > 0) zoom(distance(now, other) / was, fromMiddle(midpoint(now, other)))
      move((now.x - before.x) / 2, (now.y - before.y) / 2)
    },
    onPointerUp: (event: PointerEvent) => {
      end(event)
      if (event.pointerType !== 'touch' || pointers.current.size > 0) return
      const isTap = distance(pressed.current.point, pointOf(event)) < tapDistancePx
      const double = isTap && event.timeStamp - tapped.current < doubleTapMs
      tapped.current = double || !isTap ? 0 : event.timeStamp
      if (double) toggle(fromMiddle(pointOf(event)))
    },
    onPointerCancel: end,
    onDoubleClick: (event: MouseEvent) => {
      if (pressed.current.type !== 'touch') toggle(fromMiddle(pointOf(event)))
    },
  }
}
