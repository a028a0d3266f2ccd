import t from 'tap'
import { extractStyles } from './style-attributes.ts'

t.test('style attributes become data attributes, with one rule for equal ones', async (t) => {
  t.strictSame(extractStyles('<i style="width:20px;--row:3rem"></i><b class="x" style="width:20px;--row:3rem">a</b>'), {
    markup: '<i data-style="width:20px;--row:3rem"></i><b class="x" data-style="width:20px;--row:3rem">a</b>',
    css: '[data-style="width:20px;--row:3rem"]{width:20px;--row:3rem}',
  })
})

t.test('declarations that could end their rule get none', async (t) => {
  for (const declarations of ['color:red}body{color:red', 'a:url(&quot;x&quot;)', 'a:b</style>', 'a:\\7d', "a:'x'"])
    t.equal(extractStyles(`<i style="${declarations}"></i>`).css, '', declarations)
})

t.test('a text that looks like an attribute stays a text', async (t) => {
  const text = '<p>write style=&quot;color:red&quot; there</p>'
  t.strictSame(extractStyles(text), { markup: text, css: '' })
})
