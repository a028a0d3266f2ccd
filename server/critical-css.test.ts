import t from 'tap'
import { criticalCss, styleSheet } from './critical-css.ts'
import { StyleUse } from './used-styles.ts'

/** The rules of `css` for a document. */
const rulesFor = (css: string, html: string) => {
  const sheets = [styleSheet(css)]
  return criticalCss(sheets, new StyleUse(sheets).of({ own: html, shared: [], rows: [] }).used())
}
const classes = (...values: string[]) => values.map((value) => `<p class="${value}">`).join('')

t.test('critical css: keeps rules without classes and those all of whose classes the document has', async (t) => {
  const css = 'a{b:c}.x{d:e}.y{f:g}.x .y{h:i}.x::before,.y>p{j:k}:where(.y>*){l:m}.x:not(.y){n:o}'
  t.equal(rulesFor(css, classes('x z')), 'a{b:c}.x{d:e}.x::before{j:k}.x:not(.y){n:o}')
  t.equal(rulesFor(css, classes('x', 'z y')), css)
})

t.test('critical css: reads escaped class names and attributes', async (t) => {
  const css = String.raw`.p-0\.5{a:b}.max-w-\[60rem\]{a:b}.sm\:px-8{a:b}.\[\&\>svg\]\:p-1{a:b}`
  t.equal(rulesFor(css, classes('p-0.5 max-w-[60rem]', 'sm:px-8 [&amp;&gt;svg]:p-1')), css)
  t.equal(rulesFor(css, classes('p-0', 'max-w')), '')
})

t.test(
  'critical css: drops states that begin after the first paint, and what needs data attributes that the document lacks',
  async (t) => {
    const css =
      'a:hover{b:c}a:active,a{d:e}@media (hover:hover){.x:hover{f:g}}a:focus-visible{h:i}a:not(:hover){j:k}' +
      '[data-a]{l:m}.x[data-a=yes]{n:o}[data-a="no"] .x{p:q}.x:not([data-b]){r:s}'
    const always = 'a{d:e}a:not(:hover){j:k}'
    t.equal(rulesFor(css, classes('x')), `${always}.x:not([data-b]){r:s}`)
    t.equal(rulesFor(css, '<a autofocus>'), 'a{d:e}a:focus-visible{h:i}a:not(:hover){j:k}')
    t.equal(
      rulesFor(css, '<p class="x" data-a="yes">'),
      `${always}[data-a]{l:m}.x[data-a=yes]{n:o}.x:not([data-b]){r:s}`,
    )
    t.equal(rulesFor(css, '<p data-a="no">'), `${always}[data-a]{l:m}`)
    const others = '[aria-pressed=true]{a:b}[aria-sort]{c:d}[dir=rtl]{e:f}'
    t.equal(rulesFor(others, '<html dir="rtl"><b aria-pressed="true">'), '[aria-pressed=true]{a:b}[dir=rtl]{e:f}')
  },
)

t.test('critical css: keeps groups with a kept rule, the order of layers, and fonts', async (t) => {
  const css =
    '@layer a,b;@font-face{src:url("}{;.x")}@media (width<=1px){.y{a:b}@supports (a:b){.x{c:d}}}@layer b{.y{a:b}}@layer c;'
  t.equal(
    rulesFor(`/* { */${css}`, classes('x')),
    '@layer a,b;@font-face{src:url("}{;.x")}@media (width<=1px){@supports (a:b){.x{c:d}}}@layer c;',
  )
})

t.test('critical css: drops keyframes that no kept rule names', async (t) => {
  const css = '.x{animation:spin 1s}.y{animation:slide 1s}@keyframes spin{to{a:b}}@keyframes slide{to{a:b}}'
  t.equal(rulesFor(css, classes('x')), '.x{animation:spin 1s}@keyframes spin{to{a:b}}')
})

t.test(
  'critical css: of custom properties keeps those that reach an element, directly or through others',
  async (t) => {
    const css =
      ':root{--a:var(--b);--b:url("a;b");--c:1;--d:2;--e:var(--d)}@property --c{inherits:false}@property --f{inherits:false}.x{color:var(--a)}.y{color:var(--e)}'
    t.equal(rulesFor(css, classes('x')), ':root{--a:var(--b);--b:url("a;b")}.x{color:var(--a)}')
    t.equal(rulesFor(css, '<style>p{color:var(--c)}</style>'), ':root{--c:1}@property --c{inherits:false}')
  },
)

t.test('critical css: of the fonts for some characters, has only fonts with characters of the document', async (t) => {
  const always = '@font-face{src:url(text);unicode-range:U+20-7E,U+A0-FF}@font-face{src:local(Arial)}'
  const greek = '@font-face{src:url(greek);unicode-range:U+370-377, U+37A-3FF}'
  const polish = '@font-face{src:url(polish);unicode-range:U+100-2BA}'
  const css = `${always}${greek}${polish}`
  t.equal(rulesFor(css, 'Größe 5 日本語'), always)
  t.equal(rulesFor(css, 'żółw'), `${always}${polish}`)
  t.equal(rulesFor(css, 'α and ż'), css)
})

t.test('critical css: rules for controls of forms only where there are some', async (t) => {
  const css = 'textarea,input{a:b}::placeholder{a:b}::-webkit-datetime-edit{a:b}p{a:b}'
  t.equal(rulesFor(css, '<p>input</p><input type="hidden" name="a">'), 'input{a:b}p{a:b}')
  t.equal(rulesFor(css, '<input><textarea>'), css)
})

t.test('critical css: documents with the same classes, properties and fonts have the same key', async (t) => {
  const use = new StyleUse([styleSheet('@font-face{unicode-range:U+100-2BA}pre{a:b}')])
  const key = (own: string, shared: string[] = [], rows: string[] = []) => use.of({ own, shared, rows }).key
  t.equal(key('<p class="a"><p class="b c">'), key('<p class="b c">text<p class="a"><b class="a">'))
  t.notSame(key('<p class="a">'), key('<p class="b">'))
  t.notSame(key('<p class="a">'), key('<p class="a">ż'))
  t.notSame(key('<p class="a">'), key('<p class="a" fill="var(--line)">'))
  t.notSame(key('<p class="a">'), key('<p class="a"><pre>'))
  for (const again of ['first', 'again']) {
    const parts = key('<p class="a">', ['<p class="b"><input>', '<pre class="a">', '<b class="b">'], ['<i>x', '<i>ż'])
    t.equal(parts, key('<pre class="a"><p class="b"><input>ż'), again)
  }
})

t.test(
  'critical css: drops rules for elements that the document lacks, and those for browsers without scripts',
  async (t) => {
    const css = 'hr{a:b}b,strong{a:b}html,:host{a:b}abbr:where([title]){a:b}label:has(input){a:b}.x td>.y{a:b}'
    t.equal(rulesFor(css, '<p>'), 'html,:host{a:b}label:has(input){a:b}')
    t.equal(rulesFor(css, '<hr><b>'), 'hr{a:b}b{a:b}html,:host{a:b}label:has(input){a:b}')
    t.equal(rulesFor(css, '<td class="x y">'), 'html,:host{a:b}label:has(input){a:b}.x td>.y{a:b}')
    t.equal(rulesFor('hr{a:b}.x{a:b}.y{a:b}', '<noscript><hr><p class="x"></noscript><p class="y">'), '.y{a:b}')
  },
)

t.test('critical css: registered properties that nothing sets are replaced by their initial values', async (t) => {
  const none = '@property --tw-a{syntax:"*";inherits:false}'
  const zero = '@property --tw-b{syntax:"*";inherits:false;initial-value:0 0 #0000}'
  const fallback = '@layer properties{@supports (a:b){*{--tw-a:initial;--tw-b:0 0 #0000}}}'
  const css = `${fallback}.x{c:var(--tw-a,calc(1px*(2)));d:var(--tw-b),var(--tw-b,1);e:var(--tw-a,)}.y{--tw-a:1}${none}${zero}`
  t.equal(rulesFor(css, classes('x')), '.x{c:calc(1px*(2));d:0 0 #0000,0 0 #0000}')
  const set = '.x{c:var(--tw-a,calc(1px*(2)));d:0 0 #0000,0 0 #0000;e:var(--tw-a,)}.y{--tw-a:1}'
  t.equal(rulesFor(css, classes('x y')), `@layer properties{@supports (a:b){*{--tw-a:initial}}}${set}${none}`)
  const length = '@property --tw-c{syntax:"<length>";inherits:false;initial-value:0}'
  t.equal(rulesFor(`.x{c:calc(1px + var(--tw-c))}${length}`, classes('x')), '.x{c:calc(1px + 0px)}')
})

t.test('critical css: drops fallbacks of properties that only the root sets, transitions and pointers', async (t) => {
  t.equal(
    rulesFor('@layer theme{:root,:host{--a:1}}.x{b:var(--a,2)}:root{--c:initial}.x{d:var(--c,3)}', classes('x')),
    '@layer theme{:root,:host{--a:1}}.x{b:var(--a)}:root{--c:initial}.x{d:var(--c,3)}',
  )
  t.equal(rulesFor('.x{transition:a 1s;cursor:pointer;e:f}.x{transition-duration:1s}', classes('x')), '.x{e:f}')
})
