import type { SourceText } from './key-uses.ts'

interface Node {
  type: string
  /** Present where an element of an array or an argument of a call is spread. */
  spread?: object | null
  expression?: Node
  arguments?: Node
  properties?: { key?: { value?: unknown }; value?: unknown }[]
  elements?: { expression?: { value?: unknown } }[]
}

const wrappers = /^(ParenthesisExpression|TsConstAssertion|TsAsExpression|TsSatisfiesExpression)$/

const unwrapped = (node: Node | undefined): Node | undefined =>
  node?.expression && wrappers.test(node.type) ? unwrapped(node.expression) : node

/**
 * The expression that a node spreads: into an object or the attributes of an element, an array or the arguments of a call.
 */
const spreadBy = (node: Node): Node | undefined =>
  unwrapped(node.type === 'SpreadElement' ? node.arguments : node.spread ? node.expression : undefined)

const namesIn = ({ properties = [], elements = [] }: Node): string =>
  [...properties.map(({ key, value }) => key?.value ?? value), ...elements.map((element) => element?.expression?.value)]
    .filter((name) => typeof name === 'string')
    .join(', ')

const literalSpreads = (node: unknown, found: string[] = []): string[] => {
  if (Array.isArray(node)) for (const child of node) literalSpreads(child, found)
  else if (node && typeof node === 'object') {
    const spread = spreadBy(node as Node)
    if (spread?.type === 'ObjectExpression' || spread?.type === 'ArrayExpression') found.push(namesIn(spread))
    for (const child of Object.values(node)) if (child && typeof child === 'object') literalSpreads(child, found)
  }
  return found
}

/**
 * Object and array literals that are spread where they stand. Such a spread merges nothing, but readers look for a merge.
 * The literal's fields belong directly into the literal around it.
 */
export const checkLiteralSpreads = (sources: readonly SourceText[]): { files: number; faults: string[] } => ({
  files: sources.length,
  faults: sources.flatMap(({ file, body }) =>
    literalSpreads(body).map((names) => `${file}: spreads a literal (${names}); write its fields out`),
  ),
})
