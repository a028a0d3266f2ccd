import type { Plugin } from 'vite'
import { applyEdits, childNodesOf, isSyntaxNode, type SyntaxNode, type TextEdit } from './syntax-tree.ts'

const isProperty = (node: SyntaxNode) => node.type === 'Property'

const keyOf = ({ key }: SyntaxNode): unknown => {
  const { name, value } = key as SyntaxNode
  return name ?? value
}

/** Whether a value can be shared: Vike's parser changes strings that begin with an exclamation mark in place. */
const isConstant = (node: SyntaxNode): boolean => {
  if (node.type === 'Literal') return !String(node.value).startsWith('!')
  if (node.type === 'ArrayExpression') return childNodesOf(node).every(isConstant)
  return (
    node.type === 'ObjectExpression' && childNodesOf(node).every((child) => isProperty(child) && isConstantValue(child))
  )
}
const isConstantValue = ({ value }: SyntaxNode): boolean => isSyntaxNode(value) && isConstant(value)

const findAll = (node: SyntaxNode, key: string): SyntaxNode[] => [
  ...(isProperty(node) && keyOf(node) === key ? [node.value as SyntaxNode] : []),
  ...childNodesOf(node).flatMap((child) => findAll(child, key)),
]

/**
 * The table of pages that Vike gives to browsers, with each settings object that several pages have declared once: all of
 * them together were a tenth of the code that each page parses. Ids of modules and folders of pages, which Vike has for messages
 * of errors and of its server, are left out.
 */
export const sharePageConfigs = (code: string, parse: (code: string) => unknown): string => {
  const table = parse(code) as SyntaxNode
  const configs = findAll(table, 'configValuesSerialized')
  const textOf = ({ start, end }: SyntaxNode) => code.slice(start, end)
  const constants = new Map<string, string>()
  const unused = ['moduleId', 'definedAtLocation'].flatMap((key) => findAll(table, key))
  const edits: TextEdit[] = unused.map(({ start, end }) => ({ start, end, text: `''` }))
  const share = (nodes: SyntaxNode[]) => {
    const repeated = Map.groupBy(nodes.filter(isConstant), textOf)
    for (const [text, { length }] of repeated) if (length > 1) constants.set(text, `shared${constants.size}`)
    for (const node of nodes) {
      const name = constants.get(textOf(node))
      if (name) edits.push({ start: node.start, end: node.end, text: name })
    }
    return nodes.filter((node) => !constants.has(textOf(node)))
  }
  share(share(configs).flatMap((config) => childNodesOf(config).map(({ value }) => value as SyntaxNode)))
  const declarations = [...constants].map(([text, name]) => `const ${name} = ${text}\n`)
  return declarations.join('') + applyEdits(code, edits)
}

/** Vite plugin for `sharePageConfigs`. */
export const pageConfigs = (): Plugin => ({
  name: 'coffer:page-configs',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /virtual:vike:global-entry:client:client-routing$/ },
    handler(code) {
      return { code: sharePageConfigs(code, (text) => this.parse(text)), map: null }
    },
  },
})
