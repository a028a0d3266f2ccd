import type { SourceText } from './key-uses.ts'

interface Node {
  type: string
  span?: { start: number }
  value?: unknown
  async?: boolean
  [key: string]: unknown
}

/** A component or a hook. */
const rendering = /^([A-Z]|use[A-Z])/
/** Calls that run their callback at once, so within the rendering. */
const immediate =
  /^(map|flatMap|filter|find|findLast|some|every|reduce|forEach|sort|toSorted|from|useMemo|useState|useRef|useSnapshot)$/
const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'])

const nameOf = (node: unknown): string => {
  const { type, value, property } = (node ?? {}) as Node
  return type === 'MemberExpression' ? nameOf(property) : typeof value === 'string' ? value : ''
}

/** `Date.now()`, or `new Date()` without arguments. */
const readsClock = (node: Node): boolean => {
  if (node.type === 'NewExpression') return nameOf(node.callee) === 'Date' && !(node.arguments as [])?.length
  const callee = node.callee as Node | undefined
  return node.type === 'CallExpression' && nameOf(callee?.object) === 'Date' && nameOf(callee) === 'now'
}

/** A call, or a reading of the clock, with the functions around it, the innermost last. */
interface Use {
  name: string
  around: { name: string; isDeferred: boolean; scope: number }[]
}

const children = (node: Node): [string, Node][] =>
  Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((child): [string, Node][] =>
      child && typeof child === 'object' ? [[key, child as Node]] : [],
    ),
  )

/** Name of a function, and whether it runs only after the rendering, by the expression that it is part of. */
const place = (parents: readonly Node[], node: Node): { name: string; isDeferred: boolean } => {
  const own = nameOf(node.identifier)
  const holder = parents.findLast(({ type }) => type && type !== 'ParenthesisExpression')
  const isDeferred = node.async === true
  if (holder?.type === 'VariableDeclarator') return { name: nameOf(holder.id), isDeferred }
  const call = parents.findLast(({ type }) => type === 'CallExpression' || functions.has(type))
  if (call?.type === 'CallExpression' && !holder?.type.startsWith('JSX') && holder?.type !== 'KeyValueProperty')
    return { name: own, isDeferred: isDeferred || !immediate.test(nameOf(call.callee)) }
  const attribute = parents.findLast(({ type }) => type === 'JSXAttribute' || type === 'KeyValueProperty')
  const label = nameOf(attribute?.name ?? attribute?.key)
  return { name: own, isDeferred: isDeferred || /^on[A-Z]/.test(label) }
}

const usesIn = (node: Node, parents: Node[], around: Use['around'], found: (Use & { clock: boolean })[]): void => {
  const inner = functions.has(node.type)
    ? [...around, { ...place(parents, node), scope: node.span?.start ?? 0 }]
    : around
  if (readsClock(node)) found.push({ name: '', around: inner, clock: true })
  else if (node.type === 'CallExpression') found.push({ name: nameOf(node.callee), around: inner, clock: false })
  for (const [, child] of children(node)) usesIn(child, [...parents, node], inner, found)
}

/**
 * Components and hooks that read the clock while they render: the browser reads it later than the server, so the rendered
 * result can differ during hydration. They take `useNow()`. Event handlers, effects and async functions may read it.
 */
export const checkRenderClock = (sources: readonly SourceText[]): { files: number; faults: string[] } => {
  const screens = sources.filter(({ file, text }) => /\/(ui|web|pages)\//.test(file) && /\bDate\b/.test(text))
  const faults = screens.flatMap(({ file, body }) => {
    const uses: (Use & { clock: boolean })[] = []
    usesIn({ type: 'Module', body }, [], [], uses)
    /** Whether it runs while the component or hook around it renders. */
    const whileRendering = ({ around }: Use, seen: readonly string[] = []): boolean => {
      const [outer, ...inner] = around
      if (!outer || !rendering.test(outer.name)) return false
      if (inner.some(({ isDeferred }) => isDeferred)) return false
      const helper = inner.findLast(({ name }) => name !== '')
      if (!helper || seen.includes(helper.name)) return true
      const calls = uses.filter(({ name, clock }) => !clock && name === helper.name)
      return calls.some((call) => whileRendering(call, [...seen, helper.name]))
    }
    const found = uses.filter((use) => use.clock && whileRendering(use))
    return found.map(({ around }) => `${file}: ${around[0]?.name} reads the clock while it renders; use useNow()`)
  })
  return { files: screens.length, faults }
}
