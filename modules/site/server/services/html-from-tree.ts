import { escapeHtml } from '../../../shared/contract.ts'
import type { TextNode } from '../../../web/contract.ts'

const voids = new Set(['br', 'hr', 'input'])

/** A formatted text as HTML, for clients of the API. Only links have an attribute. */
export const htmlFromTree = (nodes: readonly TextNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node)
      const [tag, attributes, ...children] = node
      const href = typeof attributes === 'object' ? attributes?.href : undefined
      const open = href === undefined ? `<${tag}>` : `<${tag} href="${escapeHtml(href)}" rel="nofollow">`
      return voids.has(tag) ? open : `${open}${htmlFromTree(children)}</${tag}>`
    })
    .join('')
