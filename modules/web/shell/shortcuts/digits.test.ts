import t from 'tap'
import { digitOf } from './digits.ts'

t.test('digitOf: the digit of the key, whatever the layout types', async (t) => {
  for (const key of ['2', 'é', 'ě', '۲', '٢', '@', 'Dead']) t.equal(digitOf({ key, code: 'Digit2' }), '2', key)
  for (const key of ['+', '-', '=']) t.equal(digitOf({ key, code: 'Digit1' }), '', `${key} zooms`)
  t.equal(digitOf({ key: '2', code: 'Numpad2' }), '2')
  t.equal(digitOf({ key: 'ArrowDown', code: 'Numpad2' }), '', 'NumLock is off')
  t.equal(digitOf({ key: 'd', code: 'KeyD' }), '')
})
