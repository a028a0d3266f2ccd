import t from 'tap'
import { commandOf, panOf } from './keys.ts'

class FakeElement {
  readonly clientWidth = 300
  readonly scrollWidth: number
  readonly overflowX: string
  constructor(scrollWidth: number, overflowX: string) {
    this.scrollWidth = scrollWidth
    this.overflowX = overflowX
  }
  closest() {
    return null
  }
}
Object.assign(globalThis, { Element: FakeElement, getComputedStyle: ({ overflowX }: FakeElement) => ({ overflowX }) })

const press = (key: string, code: string) => ({
  key,
  code,
  target: null,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
})

t.test('commandOf: letters of other scripts count as the Latin letters of their physical keys', async (t) => {
  t.equal(commandOf(press('r', 'KeyR')), 'rotate')
  t.equal(commandOf(press('R', 'KeyR')), 'rotate', 'caps lock')
  t.equal(commandOf(press('к', 'KeyR')), 'rotate')
  t.equal(commandOf(press('؟', 'Slash'), { rtl: true }), 'help')
  t.equal(commandOf(press('ArrowRight', 'ArrowRight'), { rtl: true }), 'previous')
})

t.test('commandOf: a digit is taken from the physical key, unless the layout has another command there', async (t) => {
  t.equal(commandOf(press('0', 'Digit0')), 'fit')
  t.equal(commandOf(press('à', 'Digit0')), 'fit', 'AZERTY')
  t.equal(commandOf(press('۰', 'Digit0'), { rtl: true }), 'fit', 'Persian')
  t.equal(commandOf(press('0', 'Numpad0')), 'fit')
  t.equal(commandOf(press('Insert', 'Numpad0')), null)
  t.equal(commandOf(press('=', 'Digit0')), 'zoomIn', 'QWERTZ with Shift')
  t.equal(commandOf(press('-', 'Digit6')), 'zoomOut', 'AZERTY')
})

t.test('commandOf: a focused frame that scrolls sideways keeps the arrows', async (t) => {
  const arrowOn = (scrollWidth: number, overflowX: string) => {
    const target = new FakeElement(scrollWidth, overflowX) as unknown as Element
    return commandOf({ ...press('ArrowRight', 'ArrowRight'), target })
  }
  t.equal(arrowOn(900, 'auto'), null, 'a wide table, a zoomed PDF')
  t.equal(arrowOn(300, 'auto'), 'next')
  t.equal(arrowOn(900, 'hidden'), 'next')
})

t.test('panOf: arrows move an enlarged picture, with Shift they go on to another file', async (t) => {
  const arrow = { ...press('ArrowRight', 'ArrowRight'), shiftKey: false }
  t.strictSame(panOf(arrow), [1, 0])
  t.equal(panOf({ ...arrow, shiftKey: true }), null)
  t.equal(panOf({ ...arrow, key: '+' }), null)
  t.equal(panOf({ ...arrow, target: new FakeElement(900, 'auto') as unknown as Element }), null)
})
