import t from 'tap'
import { keyNames } from './key-names.ts'

const german = (key: string) => ({ 'web:kit.key.ctrl': 'Strg', 'web:kit.key.delete': 'Entf' })[key] ?? key

t.test('keyNames: labels keys in the user’s language, on a Mac by symbols', async (t) => {
  t.strictSame(keyNames('mod+k', german, { onMac: false }), ['Strg', 'K'])
  t.strictSame(keyNames('mod+k', german, { onMac: true }), ['⌘', 'K'])
  t.strictSame(keyNames('Delete', german, { onMac: false }), ['Entf'])
  t.strictSame(keyNames('F2', german, { onMac: false }), ['F2'])
  t.strictSame(keyNames('ArrowUp+ArrowDown', german, { onMac: false }), ['↑', '↓'])
  t.strictSame(keyNames('+', german, { onMac: false }), ['+'])
  t.strictSame(keyNames('mod++', german, { onMac: false }), ['Strg', '+'])
})
