import { runInThisContext } from 'node:vm'
import t from 'tap'
import { toOneByteSource } from './one-byte-source.ts'

t.test('one-byte source: escapes keep the meaning of strings, templates and regular expressions', async (t) => {
  const values = [
    `'it’s “fine” – 🌴 é'`,
    '`…→`',
    `'an escaped \\– and a backslash \\\\–'`,
    `'–—…'.replace(/[–—]/gu, '-')`,
    `'🌴🌵'.match(/^[🌴🌵]+$/u)[0]`,
    `'a–b'.split(/\\–/).length`,
    `({ '…': 1 })['…']`,
  ]
  for (const value of values) {
    const padding = '/* so that the wide characters are few among others */'.repeat(2)
    const code = toOneByteSource(value + padding)
    t.match(code, /^[\0-\xff]*$/)
    t.same(runInThisContext(code), runInThisContext(value), value)
  }
})

t.test('one-byte source: code of mostly wide characters stays as it is', async (t) => {
  t.equal(toOneByteSource('"ملفاتك"'), '"ملفاتك"')
})

t.test('one-byte source: a raw template that an escape would change is an error', async (t) => {
  t.throws(() => toOneByteSource('String.raw`a – b`'), /String\.raw`a – b`/)
  t.equal(toOneByteSource('String.raw`a\\n`; "–"'), 'String.raw`a\\n`; "\\u2013"')
})
