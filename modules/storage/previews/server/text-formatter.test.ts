import t from 'tap'
import { TextFormatter } from './text-formatter.ts'

/** The thread starts late on a loaded machine. */
const startLimitMs = 60_000

t.test('text formatter: code and Markdown become trees; HTML, scripts and remote pictures stay text', async (t) => {
  const formatter = new TextFormatter(startLimitMs)
  t.teardown(() => formatter.stop())
  t.strictSame(await formatter.format('const a = 1', 'typescript'), [
    ['span', 'hljs-keyword', 'const'],
    ' a = ',
    ['span', 'hljs-number', '1'],
  ])
  t.strictSame(await formatter.format('plain', 'no such language'), ['plain'])
  const text =
    '# Hi\n\n<b>x</b> [ok](https://a.example) [no](javascript:x) ![pic](https://b.example/p.png)\n\n- [x] done\n'
  t.strictSame(await formatter.format(text, 'markdown'), [
    ['h2', null, 'Hi'],
    [
      'p',
      null,
      '<b>',
      'x',
      '</b>',
      ' ',
      ['a', { href: 'https://a.example' }, 'ok'],
      ' ',
      'no',
      ' ',
      ['a', { href: 'https://b.example/p.png' }, 'pic'],
    ],
    ['ul', null, ['li', 'task', ['label', null, ['input', { checked: true }], 'done']]],
  ])
})

t.test('text formatter: the highest headings of a Markdown text follow the heading of its page', async (t) => {
  const formatter = new TextFormatter(startLimitMs)
  t.teardown(() => formatter.stop())
  t.strictSame(await formatter.format('## Part\n\n### Section\n\n## Next', 'markdown'), [
    ['h2', null, 'Part'],
    ['h3', null, 'Section'],
    ['h2', null, 'Next'],
  ])
})

t.test('text formatter: a text that takes too long is given up, and the next one is formatted', async (t) => {
  const formatter = new TextFormatter(startLimitMs)
  t.teardown(() => formatter.stop())
  // Nested quotes cost marked time that grows with the square of the depth.
  const slow = formatter.format(`${'> '.repeat(12_000)}x`, 'markdown')
  t.equal(await slow, null)
  t.strictSame(await formatter.format('*a*', 'markdown'), [['p', null, ['em', null, 'a']]])
})
