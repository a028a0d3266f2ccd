import type { JsonObject } from './schemas.ts'

type Node = JsonObject & {
  type?: string
  $ref?: string
  anyOf?: Node[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Node>
  patternProperties?: Record<string, Node>
  items?: Node
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
}

const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const time = '2026-11-23T17:00:00.000Z'

/** Typical texts by the name of their field; the first match applies. */
const texts: readonly [name: RegExp, text: string][] = [
  [/email|^to$|sender/, 'jane@example.org'],
  [/password/, 'four unrelated words'],
  [/_at$|time$|date$/i, time],
  [/(^|_)id$|^ids$/, uuid],
  [/token|slug/, 'q7mDkB2xV0'],
  [/url|link|href|src|action/, 'https://files.example.org/share/q7mDkB2xV0'],
  [/locale|language/, 'en'],
  [/color/, '#00BC7E'],
  [/^code$/, '123456'],
  [/cursor/, 'WyJuYW1lIiwiYSJd'],
  [/mimetype/, 'application/pdf'],
  [/name|title/, 'Report.pdf'],
]
const unfitting = Symbol('no example')
type Example = unknown

const textOf = (name: string, { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Node): Example => {
  const typical = texts.find(([expression]) => expression.test(name))?.[1] ?? 'text'
  const candidates = [typical, uuid, time, 'text', 'report', '1', '2', '20', 'a'.repeat(Math.max(minLength, 1))]
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  return candidates.find(fits) ?? unfitting
}

const numberOf = ({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: Node): number =>
  Math.max(minimum, Math.min(maximum, 1))

/** Examples of JSON values by their schemas, with references to `components`. */
export class Examples {
  private readonly components: Record<string, JsonObject>
  constructor(components: Record<string, JsonObject>) {
    this.components = components
  }

  /** `{ example }`, or an empty object for a pattern without an example. */
  of(schema: JsonObject): { example?: unknown } {
    const example = this.value(schema as Node, '')
    return example === unfitting ? {} : { example }
  }

  private value(node: Node, name: string, depth = 0): Example {
    if (node.$ref)
      return this.value((this.components[node.$ref.split('/').at(-1) ?? ''] ?? {}) as Node, name, depth + 1)
    if ('const' in node) return node.const
    if (node.enum) return node.enum[0]
    if (node.anyOf) return this.firstOf(node.anyOf, name, depth)
    if (node.type === 'object') return this.object(node, depth)
    if (node.type === 'array') return this.list(node, name, depth)
    if (node.type === 'string') return textOf(name, node)
    if (node.type === 'integer' || node.type === 'number') return numberOf(node)
    if (node.type === 'boolean') return true
    return node.type === 'null' ? null : {}
  }

  private firstOf(nodes: readonly Node[], name: string, depth: number): Example {
    for (const node of nodes) {
      const example = this.value(node, name, depth)
      if (example !== unfitting) return example
    }
    return unfitting
  }

  private list({ items, minItems }: Node, name: string, depth: number): Example {
    const entry = items && depth < maxDepth ? this.value(items, name.replace(/s$/, ''), depth + 1) : unfitting
    if (entry !== unfitting) return [entry]
    return minItems ? unfitting : []
  }

  private object({ properties = {}, required = [] }: Node & { required?: string[] }, depth: number): Example {
    const filled: Record<string, unknown> = {}
    for (const [name, node] of Object.entries(properties)) {
      if (name === '_method') continue
      const entry = this.value(node, name, depth + 1)
      if (entry !== unfitting) filled[name] = entry
      else if (required.includes(name)) return unfitting
    }
    return filled
  }
}

/** Depth of lists within lists, such as trees of folders. */
const maxDepth = 12
