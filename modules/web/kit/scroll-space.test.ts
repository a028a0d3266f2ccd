import t from 'tap'
import { createScrollSpace } from './scroll-space.ts'

const view = 800

/** A scroll container as browsers clamp it. */
const container = (height: number) => {
  let top = 0
  return {
    clientHeight: view,
    scrollHeight: height,
    get scrollTop() {
      return top
    },
    set scrollTop(wanted: number) {
      top = Math.max(0, Math.min(height - view, wanted))
    },
  }
}
const spaceOf = (content: number, max: number) => {
  const space = createScrollSpace(max)
  return { space, element: container(space.resize(content)) }
}

t.test('scroll space: content that has room is scrolled as it is', async (t) => {
  const { space, element } = spaceOf(90_000, 100_000)
  for (const top of [0, 40_000, 89_200, 12]) {
    element.scrollTop = top
    t.equal(space.read(element), top)
    t.equal(space.offset(), 0)
  }
  space.scrollTo(element, 500_000)
  t.equal(space.read(element), 89_200)
})

t.test('scroll space: all of higher content can be reached, and small steps are exact', async (t) => {
  const content = 40_000_000
  const { space, element } = spaceOf(content, 15_000_000)
  t.equal(element.scrollHeight, 15_000_000)
  const end = content - view

  space.scrollTo(element, end)
  t.equal(space.read(element), end, 'the last row')
  t.equal(element.scrollTop, 15_000_000 - view, 'with the scrollbar at its end')
  for (let steps = 1; steps <= 50; steps += 1) {
    element.scrollTop -= 120
    t.equal(space.read(element), end - steps * 120, 'the wheel goes up from there')
  }

  element.scrollTop = 0
  t.equal(space.read(element), 0, 'the scrollbar is pulled to the top')
  let position = 0
  for (let steps = 0; steps < 50; steps += 1) {
    element.scrollTop += 120
    position += 120
    t.equal(space.read(element), position)
  }

  element.scrollTop = (15_000_000 - view) / 2
  const middle = space.read(element)
  t.ok(Math.abs(middle - end / 2) <= 1, 'the scrollbar in the middle shows the middle')
  element.scrollTop += 120
  t.equal(space.read(element), middle + 120)

  for (const wanted of [3, 4 * view + 1, 1_000_000, 22_222_222, end - 4 * view - 1, end - 3]) {
    space.scrollTo(element, wanted)
    t.equal(space.read(element), wanted)
  }
})

t.test('scroll space: small steps beyond the part that the element stands for move that part', async (t) => {
  const { space, element } = spaceOf(400_000, 100_000)
  space.scrollTo(element, 200_000)
  let position = space.read(element)
  for (let steps = 0; steps < 1_000; steps += 1) {
    element.scrollTop += 300
    position = Math.min(400_000 - view, position + 300)
    t.equal(space.read(element), position)
  }
  t.equal(element.scrollTop, 100_000 - view)
  for (let steps = 0; steps < 1_500; steps += 1) {
    element.scrollTop -= 300
    position = Math.max(0, position - 300)
    if (space.read(element) !== position) return t.equal(space.read(element), position)
  }
  t.equal(element.scrollTop, 0)
})
