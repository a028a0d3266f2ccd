import type { TextNode, TextTag } from '../../../web/contract.ts'

/** Elements that remain. */
const kept: readonly TextTag[] = [
  ...([
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
  ] as const),
  ...(['strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'] as const),
]
/** By the name in the text; the page's title is its only `h1`. */
const elements = new Map<string, TextTag>([
  ...kept.map((tag) => [tag, tag] as const),
  ...([
    ['b', 'strong'],
    ['h1', 'h2'],
    ['i', 'em'],
    ['s', 'del'],
  ] as const),
])
/** Elements that are dropped with their content. */
const dropped = new Set(['head', 'iframe', 'math', 'noscript', 'object', 'script', 'style', 'svg', 'template', 'title'])
const voids = new Set(['br', 'hr'])

const token = /<!--[\s\S]*?-->|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi

const namedEntities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }))

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return namedEntities.get(name.toLowerCase()) ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
  })

const hrefOf = (attributes: string): string =>
  unescaped(
    /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)?.slice(1).find(Boolean) ?? '',
  ).trim()

interface Open {
  name: string
  tag: TextTag
  href?: string
  children: TextNode[]
}

/**
 * HTML as a tree of known elements and texts: scripts, styles, handlers and every attribute but the address of a link are
 * gone, as are addresses that `safe` rejects. Forgiving: what is not closed ends with its parent.
 */
export const htmlTree = (html: string, safe: RegExp): TextNode[] => {
  const root: TextNode[] = []
  const stack: Open[] = []
  let skipping: string | null = null
  const append = (node: TextNode) => (stack.at(-1)?.children ?? root).push(node)
  const close = () => {
    const open = stack.pop()
    if (open) append([open.tag, open.href === undefined ? null : { href: open.href }, ...open.children])
  }
  for (const [whole, slash, given, attributes = ''] of html.matchAll(token)) {
    const name = given?.toLowerCase()
    if (skipping !== null) {
      if (slash && name === skipping) skipping = null
      continue
    }
    if (name === undefined) {
      if (!whole.startsWith('<!--')) append(unescaped(whole))
      continue
    }
    if (slash) {
      if (stack.some((open) => open.name === name)) {
        while (stack.at(-1)?.name !== name) close()
        close()
      }
      continue
    }
    if (dropped.has(name) && !attributes.endsWith('/')) skipping = name
    const tag = elements.get(name)
    if (!tag) continue
    if (voids.has(tag)) append([tag, null])
    else {
      const href = tag === 'a' ? hrefOf(attributes) : ''
      stack.push({ name, tag, children: [], ...(safe.test(href) ? { href } : {}) })
    }
  }
  while (stack.length > 0) close()
  return root
}
