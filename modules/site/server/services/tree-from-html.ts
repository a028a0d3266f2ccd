import { decodeHTML } from 'entities'
import type { TextNode, TextTag } from '../../../web/contract.ts'

/** Elements that remain. */
const kept: readonly TextTag[] = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]
/** By the name in the text; the page's title is its only `h1`. */
const elements = new Map<string, TextTag>([
  ...kept.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['h1', 'h2'],
  ['i', 'em'],
  ['s', 'del'],
])
/** Elements that are dropped with their content. */
const dropped = new Set(['head', 'iframe', 'math', 'noscript', 'object', 'script', 'style', 'svg', 'template', 'title'])
const voids = new Set(['br', 'hr'])
/** Blocks without a `TextTag`: their content becomes paragraphs. */
const wrappers = new Set(
  (
    'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup html ' +
    'main nav search section summary'
  ).split(' '),
)
/** Elements that end an open paragraph where they begin, as in HTML. */
const blocks = new Set<TextTag>(['blockquote', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'ol', 'p', 'pre', 'table', 'ul'])
const inlines = new Set<TextTag>(['a', 'br', 'code', 'del', 'em', 'strong'])
const withoutParagraphs = new Set<TextTag | null>(['h2', 'h3', 'h4', 'h5', 'h6', 'pre'])

/** Comments, the doctype, processing instructions; tags; texts. */
const token = /<!--[\s\S]*?-->|<[!?][^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi

const hrefOf = (attributes: string): string =>
  decodeHTML(
    /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)?.slice(1).find(Boolean) ?? '',
  ).trim()

interface Open {
  /** In the text; empty: a paragraph that the text has no tag for. */
  name: string
  /** Null: a wrapper, whose content its parent gets. */
  tag: TextTag | null
  href?: string
  children: TextNode[]
}

/**
 * HTML as a tree of known elements and texts, without scripts, styles, handlers, attributes except the URL of a link, and
 * URLs that `safe` rejects. Of other elements only the content stays, of blocks as paragraphs. An element that is not closed
 * ends with its parent.
 */
export const treeFromHtml = (html: string, safe: RegExp): TextNode[] => {
  const root: TextNode[] = []
  const stack: Open[] = []
  let skipping: string | null = null
  const append = (node: TextNode) => (stack.at(-1)?.children ?? root).push(node)
  const close = () => {
    const open = stack.pop()
    if (!open) return
    const { tag, href, children } = open
    if (tag === null) for (const child of children) append(child)
    else append([tag, href === undefined ? null : { href }, ...children])
  }
  const closeDownTo = (depth: number) => {
    while (depth >= 0 && stack.length > depth) close()
  }
  const endParagraph = () => closeDownTo(stack.findLastIndex(({ tag }) => tag === 'p'))
  /** Called before a text or an inline element: directly in a wrapper it stands in a paragraph. */
  const beginParagraph = () => {
    const parent = stack.findLast(({ tag }) => tag !== null)?.tag ?? null
    if (stack.at(-1)?.tag === null && !withoutParagraphs.has(parent)) stack.push({ name: '', tag: 'p', children: [] })
  }
  for (const [whole, slash, tagName, attributes = ''] of html.matchAll(token)) {
    const name = tagName?.toLowerCase()
    if (skipping !== null) {
      if (slash && name === skipping) skipping = null
      continue
    }
    if (name === undefined) {
      if (/^<[!?]/.test(whole)) continue
      if (whole.trim()) beginParagraph()
      append(decodeHTML(whole))
      continue
    }
    if (slash) {
      closeDownTo(stack.findLastIndex((open) => open.name === name))
      continue
    }
    if (dropped.has(name) && !attributes.endsWith('/')) skipping = name
    if (wrappers.has(name)) {
      endParagraph()
      stack.push({ name, tag: null, children: [] })
    }
    const tag = elements.get(name)
    if (!tag) continue
    if (blocks.has(tag)) endParagraph()
    else if (inlines.has(tag)) beginParagraph()
    if (voids.has(tag)) append([tag, null])
    else {
      const href = tag === 'a' ? hrefOf(attributes) : ''
      stack.push({ name, tag, children: [], ...(safe.test(href) ? { href } : {}) })
    }
  }
  closeDownTo(0)
  return root
}
