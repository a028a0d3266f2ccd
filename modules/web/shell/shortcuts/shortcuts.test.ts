import t from 'tap'
import { createShortcuts, type ShortcutPrefs } from './shortcuts.ts'

/** Elements of the page, as far as the shortcuts ask for them. */
class FakeElement {
  readonly inside: string
  constructor(inside: string) {
    this.inside = inside
  }
  closest(selector: string): this | null {
    return selector.includes(this.inside) ? this : null
  }
}
Object.assign(globalThis, { Element: FakeElement })
const inList = { target: new FakeElement('[data-typeahead]') as unknown as EventTarget }
const inField = { target: new FakeElement('textarea') as unknown as EventTarget }

let time = 0
/** A keydown event; by default nothing has the focus. */
const press = (key: string, held: Partial<KeyboardEvent> = {}) => {
  time += 10
  const event = { key, timeStamp: time, target: null, defaultPrevented: false, ...held }
  return Object.assign(event, {
    preventDefault() {
      event.defaultPrevented = true
    },
  }) as unknown as KeyboardEvent
}

const setUp = (prefs: Partial<ShortcutPrefs> = {}) => {
  const ran: string[] = []
  const shortcuts = createShortcuts(() => ({ characterKeys: true, changedKeys: {}, ...prefs }))
  shortcuts.add(['u', 'g f', '/', 'mod+k'].map((keys) => ({ keys, label: keys, run: () => ran.push(keys) })))
  return { ran, shortcuts }
}

t.test('shortcuts: a character works alone and with Alt', async (t) => {
  const { ran, shortcuts } = setUp()
  shortcuts.handle(press('u'))
  shortcuts.handle(press('u', { altKey: true }))
  shortcuts.handle(press('g', { altKey: true }))
  shortcuts.handle(press('f'))
  t.same(ran, ['u', 'u', 'g f'])
  t.equal(shortcuts.shown('u'), 'alt+u')
  t.equal(shortcuts.shown('/'), '/')
  t.equal(shortcuts.shown('mod+k'), 'mod+k')
})

t.test('shortcuts: in a list of names a letter needs Alt; in a field nothing is a shortcut', async (t) => {
  const { ran, shortcuts } = setUp()
  shortcuts.handle(press('u', inList))
  shortcuts.handle(press('g', inList))
  shortcuts.handle(press('f', inList))
  shortcuts.handle(press('u', { altKey: true, ...inField }))
  t.same(ran, [])
  shortcuts.handle(press('u', { altKey: true, ...inList }))
  shortcuts.handle(press('/', inList))
  shortcuts.handle(press('g', { altKey: true, ...inList }))
  shortcuts.handle(press('f', inList))
  t.same(ran, ['u', '/', 'g f'])
})

t.test('shortcuts: with character keys off, characters need Alt', async (t) => {
  const { ran, shortcuts } = setUp({ characterKeys: false })
  for (const key of ['u', 'g', 'f', '/']) shortcuts.handle(press(key))
  t.same(ran, [])
  shortcuts.handle(press('/', { altKey: true }))
  shortcuts.handle(press('g', { altKey: true }))
  shortcuts.handle(press('f'))
  shortcuts.handle(press('k', { ctrlKey: true }))
  t.same(ran, ['/', 'g f', 'mod+k'])
  t.equal(shortcuts.shown('/'), 'alt+/')
})

t.test('shortcuts: changed keys replace the original ones', async (t) => {
  const { ran, shortcuts } = setUp({ changedKeys: { u: 'x' } })
  shortcuts.handle(press('u'))
  shortcuts.handle(press('x'))
  t.same(ran, ['u'])
  t.equal(shortcuts.shown('u'), 'alt+x')
  t.match(shortcuts.all()[0], { keys: 'x', original: 'u' })
})

t.test('shortcuts: a keystroke that its shortcut declines is left to the browser', async (t) => {
  const { shortcuts } = setUp()
  let declines = true
  shortcuts.add([{ keys: 'mod+c', label: 'copy', run: () => !declines }])
  const copied = () => {
    const event = press('c', { ctrlKey: true })
    shortcuts.handle(event)
    return event.defaultPrevented
  }
  t.equal(copied(), false)
  declines = false
  t.equal(copied(), true)
})

t.test('shortcuts: letters are learned where they are typed', async (t) => {
  const { ran, shortcuts } = setUp()
  shortcuts.handle(press('u', { code: 'KeyL', ...inField }))
  shortcuts.handle(press('l', { code: 'KeyL', metaKey: true }))
  shortcuts.handle(press('¬', { code: 'KeyL', altKey: true }))
  t.same(ran, ['u'])
})
