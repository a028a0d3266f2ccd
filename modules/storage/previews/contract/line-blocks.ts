import { codeBlockClass, type TextNode } from '../../../web/contract.ts'

/** Lines of a block; a rule in code.css reserves their height. */
const linesPerBlock = 40

/** A node up to its line end number `lines`, the rest of it, and how many line ends are missing in it. */
const cut = (node: TextNode, lines: number): [head: TextNode, rest: TextNode | null, missing: number] => {
  let missing = lines
  if (typeof node === 'string') {
    let end = 0
    for (; missing > 0; missing--) {
      const next = node.indexOf('\n', end)
      if (next < 0) return [node, null, missing]
      end = next + 1
    }
    return end === node.length ? [node, null, 0] : [node.slice(0, end), node.slice(end), 0]
  }
  const [tag, attributes, ...children] = node
  const heads: TextNode[] = []
  for (const [index, child] of children.entries()) {
    const [head, rest, left] = cut(child, missing)
    heads.push(head)
    missing = left
    if (missing > 0) continue
    const tail = [...(rest === null ? [] : [rest]), ...children.slice(index + 1)]
    return tail.length > 0 ? [[tag, attributes, ...heads], [tag, attributes, ...tail], 0] : [node, null, 0]
  }
  return [node, null, missing]
}

/**
 * Source code in blocks of equally many lines, so that the browser lays out only the blocks near the viewport. An element
 * that goes on in the next block is repeated there. The last lines, which are fewer, have no block.
 */
export const lineBlocks = (nodes: readonly TextNode[]): TextNode[] => {
  const blocks: TextNode[] = []
  let block: TextNode[] = []
  let missing = linesPerBlock
  for (const node of nodes) {
    for (let rest: TextNode | null = node; rest !== null; ) {
      const [head, next, left]: ReturnType<typeof cut> = cut(rest, missing)
      block.push(head)
      rest = next
      missing = left
      if (missing > 0) continue
      blocks.push(['span', codeBlockClass, ...block])
      block = []
      missing = linesPerBlock
    }
  }
  return [...blocks, ...block]
}
