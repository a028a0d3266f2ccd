import { common, createLowlight } from 'lowlight'
import type { TextNode } from '../../../web/contract.ts'
import { lineBlocks } from './line-blocks.ts'

type Node = ReturnType<ReturnType<typeof createLowlight>['highlight']>['children'][number]

const lowlight = createLowlight(common)

const nodesOf = (nodes: readonly Node[]): TextNode[] =>
  nodes.flatMap((node): TextNode[] => {
    if (node.type === 'text') return [node.value]
    if (node.type !== 'element') return []
    const names = node.properties.className
    return [['span', Array.isArray(names) ? names.join(' ') : null, ...nodesOf(node.children as Node[])]]
  })

/** Source code as a tree of highlighted parts, in blocks of lines; the plain text for a language that is not known. */
export const codeTree = (text: string, language: string): TextNode[] =>
  lowlight.registered(language) ? lineBlocks(nodesOf(lowlight.highlight(language, text).children)) : [text]
