import t from 'tap'
import { headSize, sniff } from './sniff.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
const typeOf = (text: string, name: string) => sniff(Buffer.from(text).subarray(0, headSize), name)

t.test('media types: a text with a drawing inside is no drawing', async (t) => {
  for (const [name, text, type] of [
    ['Icon.tsx', `export const Icon = () => ${drawing}`, 'text/plain'],
    ['icons.ts', `export const icon = '${drawing}'`, 'text/x-typescript'],
    ['style.css', `a { background: url('data:image/svg+xml,${drawing}') }`, 'text/css'],
    ['README.md', `# Coffer\n\n${drawing}\n`, 'text/markdown'],
    ['page.html', `<!-- a page --><html><body>${drawing}</body></html>`, 'text/html'],
    ['feed.xml', `<?xml version="1.0"?><feed>${drawing}</feed>`, 'application/xml'],
    ['part.txt', `<svgfont>`, 'text/plain'],
  ] as const)
    t.equal(await typeOf(text, name), type, name)
})

t.test('media types: a drawing is one by its root element, whatever its name', async (t) => {
  const doctype =
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY a "b"> ]>'
  const license = `<!-- ${'a long license - '.repeat(100)} -->`
  for (const text of [
    drawing,
    `\uFEFF\n${drawing}`,
    `<?xml version="1.0"?>\n<?xml-stylesheet href="a.css"?>\n<!-- one --> <!-- two -->\n${doctype}\n<SVG>`,
    `<?xml version="1.0"?>${license}${drawing}`,
  ])
    t.equal(await typeOf(text, 'notes.txt'), 'image/svg+xml', text.slice(0, 40))
  t.equal(await typeOf('<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'a.svg'), 'image/svg+xml')
})

t.test('media types: many comments without a root element are read once', async (t) => {
  t.equal(await typeOf('<!---->'.repeat(500), 'a.html'), 'text/html')
  t.equal(await typeOf('<??>'.repeat(500), 'a.txt'), 'text/plain')
})
