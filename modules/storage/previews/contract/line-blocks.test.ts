import t from 'tap'
import type { TextNode } from '../../../web/contract.ts'
import { lineBlocks } from './line-blocks.ts'

const textOf = (nodes: readonly TextNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.slice(2) as TextNode[]))).join('')

/** Texts of the blocks, and of the last lines, which have no block. */
const split = (nodes: readonly TextNode[]) => {
  const found = lineBlocks(nodes)
  t.equal(textOf(found), textOf(nodes), 'nothing is lost')
  const isBlock = (node: TextNode) => typeof node !== 'string' && node[1] === 'code-lines'
  return { blocks: found.filter(isBlock), rest: found.filter((node) => !isBlock(node)) }
}
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('')

t.test('line blocks: forty lines each; fewer lines have none', async (t) => {
  t.equal(split([lines(39)]).blocks.length, 0)
  t.strictSame(split([lines(40)]).rest, [])
  const { blocks, rest } = split([lines(100)])
  t.strictSame(
    blocks.map((block) => textOf([block]).split('\n').length - 1),
    [40, 40],
  )
  t.equal(textOf(rest).split('\n').length - 1, 20)
})

t.test('line blocks: elements over the border go on in the next block with their class', async (t) => {
  const { blocks, rest } = split([
    lines(38),
    ['span', 'hljs-string', '`a\n', ['span', 'hljs-subst', '#{b\n}'], lines(39), 'c`'],
    ';\n',
    ['span', 'hljs-comment', '// d\n'],
  ])
  const [first, second] = blocks
  t.strictSame(first?.slice(3), [['span', 'hljs-string', '`a\n', ['span', 'hljs-subst', '#{b\n']]])
  t.strictSame(second, [
    'span',
    'code-lines',
    ['span', 'hljs-string', ['span', 'hljs-subst', '}'], lines(39), 'c`'],
    ';\n',
  ])
  t.strictSame(rest, [['span', 'hljs-comment', '// d\n']])
})

t.test('line blocks: one long element is in every block', async (t) => {
  const { blocks, rest } = split([['span', 'hljs-comment', lines(20_000)]])
  t.equal(blocks.length, 500)
  t.ok(
    blocks.every((block) => (block[2] as TextNode)[1] === 'hljs-comment'),
    'with its class',
  )
  t.same(rest, [])
})
