import type { Plugin } from 'vite'
import { applyEdits, childNodesOf, isSyntaxNode, type SyntaxNode, type TextEdit } from './syntax-tree.ts'

const builders = 'Array Boolean Enum Integer Literal Null Number Object Optional Record String Union Unknown'.split(' ')

/**
 * Browsers never check a schema, the server does: in their bundle the builders of modules/shared/schema.ts make nothing
 * (11 KB less on every page). A builder missing here fails the build.
 */
const schemasOnServerOnly: Plugin = {
  name: 'coffer:schemas-on-server-only',
  // In development, contracts that read a part of a schema run in the browser as they are written.
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    return id === 'typebox' && this.environment.name === 'client' ? '\0no-schemas' : undefined
  },
  load(id) {
    if (id !== '\0no-schemas') return undefined
    return `const none = () => ({})\nexport { ${builders.map((name) => `none as ${name}`).join(', ')} }`
  },
}

const nameOf = (node: unknown) => (isSyntaxNode(node) && node.type === 'Identifier' ? (node.name as string) : undefined)

/** Whether `call` in the browser reads a property of an endpoint. A spread may bring it from another endpoint. */
const isForBrowser = (property: SyntaxNode) =>
  property.type === 'SpreadElement' || ['method', 'path'].includes(nameOf(property.key) ?? '')

/**
 * Edits of one contract: `endpoint({ … })` becomes an object with method and path, `object({ … })` an empty one, and other
 * calls that make a constant of the module may be left out when it is unused.
 */
const editsOf = (code: string, node: SyntaxNode, inFunction = false): TextEdit[] => {
  if (node.type !== 'CallExpression')
    return childNodesOf(node).flatMap((child) => editsOf(code, child, inFunction || /Function/.test(node.type)))
  const [spec] = node.arguments as SyntaxNode[]
  if (nameOf(node.callee) === 'endpoint' && spec?.type === 'ObjectExpression') {
    const kept = (spec.properties as SyntaxNode[]).filter(isForBrowser).map(({ start, end }) => code.slice(start, end))
    return [{ start: node.start, end: node.end, text: `({ ${kept.join(', ')} })` }]
  }
  // A schema is empty here, whatever it is made of.
  if (spec && ['object', 'openObject'].includes(nameOf(node.callee) ?? ''))
    return [{ start: node.start, end: node.end, text: '({})' }]
  const inner = childNodesOf(node).flatMap((child) => editsOf(code, child, inFunction))
  return inFunction ? inner : [{ start: node.start, end: node.start, text: '/* @__PURE__ */ ' }, ...inner]
}

/**
 * Keeps the parts of endpoints that calls in the browser need: method and path. Only the server checks and documents inputs,
 * responses and errors.
 */
const endpointsByPath: Plugin = {
  name: 'coffer:endpoints-by-path',
  apply: 'build',
  transform: {
    order: 'post',
    filter: { id: /\/modules\/.*\/contract(\.ts|\/)/ },
    handler(code) {
      if (this.environment.name !== 'client') return undefined
      const program = this.parse(code) as unknown as SyntaxNode
      return { code: applyEdits(code, editsOf(code, program)), map: null }
    },
  },
}

/** Vite plugins that leave parts of contracts which only the server needs out of the browser's bundles. */
export const browserContracts = (): Plugin[] => [schemasOnServerOnly, endpointsByPath]
