import t from 'tap'
import type { TextNode } from '../../../web/contract.ts'
import { csvTree } from './csv-tree.ts'

/** Texts of the cells, row by row. */
const cells = (text: string): string[][] | null => {
  const tree = csvTree(text)
  const found: string[][] = []
  const walk = (node: TextNode): void => {
    if (typeof node === 'string') return
    const [tag, , ...children] = node
    if (tag === 'tr') found.push(children.map((child) => (typeof child === 'string' ? child : String(child[2] ?? ''))))
    else children.forEach(walk)
  }
  tree?.nodes.forEach(walk)
  return tree && found
}

t.test(
  'csv: quoted separators, line breaks and quotes; other separators; short rows and a missing last line break',
  async (t) => {
    const text = 'Name,City\r\n"Lee, Ann","Graz\nWest"\r\n"6"" pipe",\r\nTom'
    t.same(cells(text), [['Name', 'City'], ['Lee, Ann', 'Graz\nWest'], ['6" pipe', ''], ['Tom']])
    t.equal(csvTree(text)?.length, text.length)
    t.same(cells('a;b\n1,5;2\n'), [
      ['a', 'b'],
      ['1,5', '2'],
    ])
    t.same(cells('a\tb\n1\t2'), [
      ['a', 'b'],
      ['1', '2'],
    ])
  },
)

t.test('csv: a text without separators, of one line, or empty is no table', async (t) => {
  for (const text of ['', 'a,b', 'one line\nanother\n']) t.equal(csvTree(text), null)
})

t.test('csv: numbers are aligned to the end; a long table ends after a hundred rows', async (t) => {
  t.match(JSON.stringify(csvTree('a,b\n1.5,x\n')), /\["td","align-right","1\.5"\],\["td",null,"x"\]/)
  const text = `a,b\n${'1,2\n'.repeat(5_000)}`
  t.equal(cells(text)?.length, 100)
  t.equal(csvTree(text)?.length, 400)
})

t.test('csv: quotes that never end take a time that grows with the text only', async (t) => {
  t.equal(cells(`a,b\n"${'x,'.repeat(12_000)}`)?.length, 2)
})

t.test('csv: a table wider than fifty columns says how many there are', async (t) => {
  const row = (length: number) => Array.from({ length }, (_, at) => at).join()
  const text = `${row(60)}\n${row(61)}\n`
  t.same(
    cells(text)?.map(({ length }) => length),
    [50, 50],
  )
  t.equal(csvTree(text)?.columns, 61)
})
