import { marked, type Token, type Tokens } from 'marked'
import type { TextNode } from './text-tree.ts'

const otherSites = /^(https?:|mailto:)/i

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}
const decodeCommon = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)

interface MarkdownOptions {
  /** URLs that become links; others are shown as text. Default: URLs of other sites. */
  links?: RegExp
  /** Decodes the entities of a text. Default: the six most frequent ones; the full table is too large for the browser. */
  decodeEntities?: (text: string) => string
}

/** Builds nodes from tokens; `firstHeading`: depth of the headings that become `h2`. */
const createBuilder = (
  { links = otherSites, decodeEntities = decodeCommon }: MarkdownOptions,
  firstHeading: number,
) => {
  const link = (href: string, children: readonly TextNode[]): readonly TextNode[] =>
    links.test(href) ? [['a', { href }, ...children]] : children

  const listItem = ({ task, checked, tokens }: Tokens.ListItem): TextNode => {
    if (!task) return ['li', null, ...nodesOf(tokens)]
    const [first, ...others] = tokens.filter(({ type }) => type !== 'checkbox')
    const text = first ? nodesOfToken(first) : []
    return ['li', 'task', ['label', null, ['input', { checked: checked ?? false }], ...text], ...nodesOf(others)]
  }

  const table = ({ header, rows }: Tokens.Table): TextNode => {
    const cell =
      (tag: 'th' | 'td') =>
      ({ align, tokens }: Tokens.TableCell): TextNode => [tag, align ? `align-${align}` : null, ...nodesOf(tokens)]
    const body = rows.map((row): TextNode => ['tr', null, ...row.map(cell('td'))])
    return [
      'div',
      'table',
      ['table', null, ['thead', null, ['tr', null, ...header.map(cell('th'))]], ['tbody', null, ...body]],
    ]
  }

  const nodesOfToken = (token: Token): readonly TextNode[] => {
    switch (token.type) {
      case 'heading':
        return [[headings[Math.max(token.depth - firstHeading, 0)] ?? 'h6', null, ...nodesOf(token.tokens)]]
      case 'paragraph':
        return [['p', null, ...nodesOf(token.tokens)]]
      case 'text':
        return token.tokens ? nodesOf(token.tokens) : [decodeEntities(token.text)]
      case 'escape':
        return [token.text]
      case 'strong':
      case 'em':
      case 'del':
        return [[token.type, null, ...nodesOf(token.tokens)]]
      case 'codespan':
        return [['code', null, token.text]]
      case 'code':
        return [['pre', null, ['code', null, token.text]]]
      case 'blockquote':
        return [['blockquote', null, ...nodesOf(token.tokens)]]
      case 'br':
      case 'hr':
        return [[token.type, null]]
      case 'link':
        return link(token.href, nodesOf(token.tokens))
      // Loading a remote image would reveal the reader to its server, so a link replaces it.
      case 'image':
        return link(token.href, [token.text || token.href])
      case 'list': {
        const { ordered, start, items } = token as Tokens.List
        const content = items.map(listItem)
        return [ordered ? ['ol', { start: start || 1 }, ...content] : ['ul', null, ...content]]
      }
      case 'table':
        return [table(token as Tokens.Table)]
      // HTML is shown as text.
      case 'html':
        return [token.raw]
      default:
        return []
    }
  }

  const nodesOf = (tokens: readonly Token[] | undefined): TextNode[] => tokens?.flatMap(nodesOfToken) ?? []

  return nodesOf
}

/**
 * Markdown as a tree. HTML in the text is never interpreted and nothing is loaded. Its highest headings are `h2`: they
 * follow the `h1` of the page, whichever depth the text begins with.
 */
export const markdownTree = (text: string, options: MarkdownOptions = {}): TextNode[] => {
  const tokens = marked.lexer(text, { gfm: true })
  const depthOf = (token: Token) => (token.type === 'heading' ? (token as Tokens.Heading).depth : 6)
  // Not by spreading: a text may have more headings than a call has arguments.
  const first = tokens.reduce((least, token) => Math.min(least, depthOf(token)), 6)
  return createBuilder(options, first)(tokens)
}
