import t from 'tap'
import { commandOf } from './keys.ts'

class FakeElement {
  closest() {
    return null
  }
}
Object.assign(globalThis, { Element: FakeElement })

const press = (key: string, code: string) => ({
  ...{ key, code, target: null },
  ...{ ctrlKey: false, metaKey: false, altKey: false },
})

t.test('commandOf: letters of other scripts are those of their physical keys', async (t) => {
  t.equal(commandOf(press('r', 'KeyR'), false), 'rotate')
  t.equal(commandOf(press('R', 'KeyR'), false), 'rotate', 'caps lock')
  t.equal(commandOf(press('к', 'KeyR'), false), 'rotate')
  t.equal(commandOf(press('؟', 'Slash'), true), 'help')
  t.equal(commandOf(press('ArrowRight', 'ArrowRight'), true), 'previous')
})
