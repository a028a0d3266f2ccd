import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'

export interface KeyUse {
  /** `web:kit.close`, or with gaps `web:shell.theme.*`. */
  key: string
  file: string
}

const sources = ['modules/**/*.{ts,tsx}', 'pages/**/*.{ts,tsx}', 'renderer/**/*.{ts,tsx}', 'server/**/*.ts']
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

/**
 * Every i18n key that the product's code names: strings and templates that begin with a namespace and a colon, and
 * what a comment `// i18n-keys: web:a.b, web:c.*` declares where keys are put together in another way.
 */
export const keyUses = (tree: string, namespaces: readonly string[]): KeyUse[] => {
  const pattern = new RegExp(`^(${namespaces.join('|')}):[A-Za-z0-9_.*-]+$`)
  return globSync(sources, { cwd: tree })
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(tree, file), 'utf8')
      const declared = [...text.matchAll(marker)].flatMap(([, list]) => (list ?? '').split(/[\s,]+/))
      const parsed = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'esnext' })
      return [...stringsOf(parsed.body), ...declared].filter((key) => pattern.test(key)).map((key) => ({ key, file }))
    })
}
