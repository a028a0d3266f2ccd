import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

interface KeyUse {
  /** `web:kit.close`, or with gaps `web:shell.theme.*`. */
  key: string
  file: string
}

const patterns = ['modules/**/*.{ts,tsx}', 'pages/**/*.{ts,tsx}', 'renderer/**/*.{ts,tsx}', 'server/**/*.ts']
const marker = /\/\/ i18n-keys: (.+)$/gm

/** Strings of a syntax tree; a template's gaps become `*`. */
const stringsOf = (node: unknown, found: string[] = []): string[] => {
  if (Array.isArray(node)) for (const child of node) stringsOf(child, found)
  else if (node && typeof node === 'object') {
    const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { cooked?: string }[] }
    if (type === 'StringLiteral') found.push(String(value))
    if (type === 'TemplateLiteral' && quasis) found.push(quasis.map(({ cooked }) => cooked ?? '').join('*'))
    for (const child of Object.values(node)) if (child && typeof child === 'object') stringsOf(child, found)
  }
  return found
}

interface TextCall {
  key: string
  file: string
  /** Names of the passed values; null if they cannot be read from the call. */
  given: string[] | null
}

interface Node {
  type: string
  value?: unknown
  callee?: Node
  property?: Node
  key?: Node
  properties?: Node[]
  arguments?: { expression: Node }[]
}

const givenIn = (values: Node | undefined): string[] | null => {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return null
  const names = (values.properties ?? []).map((property) => property.key?.value ?? property.value)
  return names.every((name) => typeof name === 'string') ? (names as string[]) : null
}

const callsOf = (node: unknown, file: string, found: TextCall[] = []): TextCall[] => {
  if (Array.isArray(node)) for (const child of node) callsOf(child, file, found)
  else if (node && typeof node === 'object') {
    const { type, callee, arguments: given } = node as Node
    const [key, values] = type === 'CallExpression' ? (given ?? []) : []
    const name = callee?.type === 'MemberExpression' ? callee.property?.value : callee?.value
    if (name === 't' && key?.expression.type === 'StringLiteral')
      found.push({ key: String(key.expression.value), file, given: givenIn(values?.expression) })
    for (const child of Object.values(node)) if (child && typeof child === 'object') callsOf(child, file, found)
  }
  return found
}

export interface SourceText {
  file: string
  text: string
  body: unknown
}

/** The product's code below `tree`, parsed. */
export const readSources = (tree: string): SourceText[] =>
  globSync(patterns, { cwd: tree })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .map((file) => {
      const text = readFileSync(join(tree, file), 'utf8')
      const { body } = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' })
      return { file, text, body }
    })

/** Every `t('key', values)` with a literal key. */
export const textCalls = (sources: readonly SourceText[]): TextCall[] =>
  sources.flatMap(({ file, body }) => callsOf(body, file))

/**
 * Every i18n key that the product's code names: strings and templates that begin with a namespace and a colon, and
 * what a comment `// i18n-keys: web:a.b, web:c.*` declares where keys are put together in another way.
 */
export const keyUses = (sources: readonly SourceText[], namespaces: readonly string[]): KeyUse[] => {
  const pattern = new RegExp(`^(${namespaces.join('|')}):[A-Za-z0-9_.*-]+$`)
  return sources.flatMap(({ file, text, body }) => {
    const declared = [...text.matchAll(marker)].flatMap(([, list]) => (list ?? '').split(/[\s,]+/))
    return [...stringsOf(body), ...declared].filter((key) => pattern.test(key)).map((key) => ({ key, file }))
  })
}
