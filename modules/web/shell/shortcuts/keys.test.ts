import t from 'tap'
import { learnLayout } from './keyboard-layout.ts'
import { createSequencer, type KeyPress, learnLetter, strokeOf } from './keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

t.test('strokeOf: names keystrokes', async (t) => {
  t.equal(strokeOf(press('k', { ctrlKey: true }), { isMac: false }), 'mod+k')
  t.equal(strokeOf(press('k', { metaKey: true }), { isMac: true }), 'mod+k')
  t.equal(strokeOf(press('k', { ctrlKey: true }), { isMac: true }), 'ctrl+k', 'Ctrl is not Command on a Mac')
  t.equal(strokeOf(press('K'), { isMac: false }), 'k', 'caps lock')
  t.equal(strokeOf(press('Z', { ctrlKey: true, shiftKey: true }), { isMac: false }), 'mod+shift+z')
  t.equal(strokeOf(press('?', { shiftKey: true }), { isMac: false }), '?', 'shift only typed the character')
  t.equal(strokeOf(press('F10', { shiftKey: true }), { isMac: false }), 'shift+F10')
  t.equal(strokeOf(press(' '), { isMac: false }), 'Space')
  t.equal(strokeOf(press('Delete', { altKey: true }), { isMac: false }), 'alt+Delete')
  t.equal(
    strokeOf(press('∂', { altKey: true, code: 'KeyD' }), { isMac: true }),
    'alt+d',
    'Alt types another character on a Mac',
  )
})

t.test('strokeOf: on layouts of other scripts a letter is the one of its physical key', async (t) => {
  t.equal(strokeOf(press('ش', { ctrlKey: true, code: 'KeyA' }), { isMac: false }), 'mod+a')
  t.equal(strokeOf(press('я', { ctrlKey: true, code: 'KeyZ' }), { isMac: false }), 'mod+z')
  t.equal(strokeOf(press('Л', { metaKey: true, code: 'KeyK' }), { isMac: true }), 'mod+k')
  t.equal(strokeOf(press('لا', { code: 'KeyB' }), { isMac: false }), 'b', 'one key types two letters')
  t.equal(strokeOf(press('؟', { shiftKey: true, code: 'Slash' }), { isMac: false }), '?')
  t.equal(strokeOf(press('Process', { code: 'KeyA' }), { isMac: false }), 'Process', 'an IME takes the key')
  t.equal(strokeOf(press('/', { code: 'KeyQ' }), { isMac: false }), '/', 'a character of the layout')
})

t.test('strokeOf: a Latin letter is the one of the layout', async (t) => {
  t.equal(strokeOf(press('a', { code: 'KeyQ' }), { isMac: false }), 'a')
  t.equal(strokeOf(press('a', { altKey: true, code: 'KeyQ' }), { isMac: false }), 'alt+a', 'AZERTY')
  t.equal(strokeOf(press('z', { altKey: true, code: 'KeyY' }), { isMac: false }), 'alt+z', 'QWERTZ')
  t.equal(strokeOf(press(',', { code: 'KeyM' }), { isMac: false }), ',', 'AZERTY')
})

t.test('strokeOf: with Alt on a Mac, a letter is the one that its key has typed', async (t) => {
  const withAlt = (key: string, code: string) => strokeOf(press(key, { altKey: true, code }), { isMac: true })
  t.equal(withAlt('ˆ', 'KeyI'), 'alt+i', 'nothing known yet')
  learnLetter('KeyI', 'U')
  learnLetter('Semicolon', 's')
  t.equal(withAlt('¨', 'KeyI'), 'alt+u', 'Colemak')
  t.equal(withAlt('Dead', 'KeyI'), 'alt+u')
  t.equal(withAlt('ß', 'Semicolon'), 'alt+s', 'Dvorak')
  learnLetter('KeyI', 'ш')
  t.equal(withAlt('¨', 'KeyI'), 'alt+u', 'other scripts have no letter for it')
  t.equal(strokeOf(press('ш', { ctrlKey: true, code: 'KeyI' }), { isMac: true }), 'ctrl+i', 'another script')
})

t.test('learnLayout: reads the letters of the layout, where the browser tells it', async (t) => {
  const keyboard = { getLayoutMap: async () => new Map(Object.entries({ KeyK: 'n', KeyG: 'п' })) }
  t.intercept(globalThis, 'navigator', { value: { keyboard } })
  await learnLayout()
  t.equal(strokeOf(press('˜', { altKey: true, code: 'KeyK' }), { isMac: true }), 'alt+n')
  t.equal(strokeOf(press('©', { altKey: true, code: 'KeyG' }), { isMac: true }), 'alt+g')
  const failing = { getLayoutMap: () => Promise.reject(new DOMException('not in a frame', 'SecurityError')) }
  for (const value of [{ keyboard: failing }, {}]) {
    t.intercept(globalThis, 'navigator', { value })
    await learnLayout()
  }
})

t.test('createSequencer: matches sequences', async (t) => {
  const list = [{ keys: 'g f' }, { keys: 'g t' }, { keys: 'f' }, { keys: 'mod+a' }]
  const typed = (...strokes: Array<[stroke: string, at: number]>) => {
    const { match } = createSequencer()
    return strokes.map(([stroke, at]) => match(stroke, list, at)?.keys ?? null)
  }
  t.same(typed(['g', 0], ['f', 100]), [null, 'g f'], 'the longest sequence wins')
  t.same(typed(['g', 0], ['f', 1_500]), [null, 'f'], 'too slow for a sequence')
  t.same(typed(['g', 0], ['g', 100], ['t', 200]), [null, null, 'g t'], 'restarts')
  t.same(typed(['g', 0], ['x', 100], ['t', 200]), [null, null, null], 'broken by another key')
  t.same(typed(['x', 0], ['mod+a', 10], ['f', 20]), [null, 'mod+a', 'f'])
  t.same(typed(['g', 0], ['f', 10], ['f', 20]), [null, 'g f', 'f'], 'a match ends the sequence')
})

t.test('createSequencer: the shortcut registered last wins', async (t) => {
  const { match } = createSequencer()
  t.equal(
    match(
      'i',
      [
        { keys: 'i', n: 1 },
        { keys: 'i', n: 2 },
      ],
      0,
    )?.n,
    2,
  )
})
