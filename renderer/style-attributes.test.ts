import t from 'tap'
import { extractStyles } from './style-attributes.ts'

t.test('extractStyles: replaces style attributes by data attributes and one rule per declaration', async (t) => {
  t.strictSame(
    extractStyles(['<i style="width:20px;--row:3rem"></i><b class="x" style="width:20px;--row:3rem">a', '</b>']),
    {
      markup: ['<i data-style="width:20px;--row:3rem"></i><b class="x" data-style="width:20px;--row:3rem">a', '</b>'],
      css: '[data-style="width:20px;--row:3rem"]{width:20px;--row:3rem}',
    },
  )
})

t.test('extractStyles: writes no rule for declarations that could close it', async (t) => {
  for (const declarations of ['color:red}body{color:red', 'a:url(&quot;x&quot;)', 'a:b</style>', 'a:\\7d', "a:'x'"])
    t.equal(extractStyles([`<i style="${declarations}"></i>`]).css, '', declarations)
})

t.test('extractStyles: leaves text that looks like an attribute', async (t) => {
  const text = '<p>write style=&quot;color:red&quot; there</p>'
  t.strictSame(extractStyles([text]), { markup: [text], css: '' })
})
