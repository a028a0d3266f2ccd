import fc from 'fast-check'
import t from 'tap'
import { clampedTransform, fittedSize, initialTransform, rotatedClockwise, zoomedAt } from './zoom.ts'

const frame = { width: 800, height: 600 }

t.test('zoom: fits a picture, rotated or not, and enlarges it only with `enlarge`', async (t) => {
  t.same(fittedSize({ width: 1_600, height: 800 }, frame, 0), { width: 800, height: 400 })
  t.same(fittedSize({ width: 1_600, height: 800 }, frame, 1), { width: 300, height: 600 })
  t.same(fittedSize({ width: 80, height: 60 }, frame, 0), { width: 80, height: 60 })
  t.same(fittedSize({ width: 80, height: 60 }, frame, 0, { enlarge: true }), frame)
  t.equal(rotatedClockwise(rotatedClockwise(initialTransform)).turn, 2)
})

t.test('zoom: keeps the point under the pointer and leaves no gap at the edges', async (t) => {
  const size = { width: 800, height: 600 }
  const point = { x: 100, y: -50 }
  const zoomed = zoomedAt(initialTransform, 3, point, size, frame)
  t.equal(zoomed.scale, 3)
  // Position of the point in units of the fitted picture.
  t.equal((point.x - zoomed.x) / 3, point.x)
  t.equal((point.y - zoomed.y) / 3, point.y)
  t.same(zoomedAt(zoomed, 1 / 9, point, size, frame), initialTransform, 'out again is at rest')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: 0.2, max: 5, noNaN: true }), fc.integer({ min: -400, max: 400 })), {
        maxLength: 12,
      }),
      (steps) => {
        let transform = initialTransform
        for (const [factor, at] of steps) transform = zoomedAt(transform, factor, { x: at, y: at / 2 }, size, frame)
        const clamped = clampedTransform(transform, size, frame)
        return (
          transform.scale >= 1 &&
          transform.scale <= 10 &&
          clamped.x === transform.x &&
          clamped.y === transform.y &&
          (transform.scale > 1 || transform.x === 0)
        )
      },
    ),
  )
})
