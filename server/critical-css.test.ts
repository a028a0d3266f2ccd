import t from 'tap'
import { criticalCss } from './critical-css.ts'

const words = (text: string) => new Set(text.split(' '))

t.test('criticalCss: keeps rules without classes and those all of whose classes the page has', async (t) => {
  const css = 'a{b:c}.x{d:e}.y{f:g}.x .y{h:i}.x:hover,.y>p{j:k}:where(.y>*){l:m}.x:not(.y){n:o}'
  t.equal(criticalCss(css, words('x')), 'a{b:c}.x{d:e}.x:hover{j:k}:where(.y>*){l:m}.x:not(.y){n:o}')
  t.equal(criticalCss(css, words('x y')), css)
})

t.test('criticalCss: reads escaped class names', async (t) => {
  const css = String.raw`.p-0\.5{a:b}.max-w-\[60rem\]{a:b}.sm\:px-8{a:b}.\[\&\:hover\]\:p-1{a:b}`
  t.equal(criticalCss(css, words('p-0.5 max-w-[60rem] sm:px-8 [&:hover]:p-1')), css)
  t.equal(criticalCss(css, words('p-0 max-w')), '')
})

t.test('criticalCss: keeps groups with a kept rule, order of layers, and fonts', async (t) => {
  const css =
    '@layer a,b;@font-face{src:url("}{;.x")}@media (width<=1px){.y{a:b}@supports (a:b){.x{c:d}}}@layer b{.y{a:b}}@layer c;'
  t.equal(
    criticalCss(css, words('x')),
    '@layer a,b;@font-face{src:url("}{;.x")}@media (width<=1px){@supports (a:b){.x{c:d}}}@layer c;',
  )
})

t.test('criticalCss: drops keyframes and registered properties that no kept rule names', async (t) => {
  const css = '.x{animation:spin 1s}.y{animation:slide 1s}@keyframes spin{to{a:b}}@keyframes slide{to{a:b}}'
  t.equal(criticalCss(css, words('x')), '.x{animation:spin 1s}@keyframes spin{to{a:b}}')
})
