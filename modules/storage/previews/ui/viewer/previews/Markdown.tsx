import { marked, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'

/** URLs that become links; others are shown as text. */
const safe = /^(https?:|mailto:)/i

const Link = ({ href, children }: { href: string; children: ReactNode }) =>
  safe.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" data-vike="false">
      {children}
    </a>
  ) : (
    children
  )

const Item = ({ item }: { item: Tokens.ListItem }) => (
  <li className={item.task ? 'task' : undefined}>
    {item.task && <input type="checkbox" checked={item.checked ?? false} disabled readOnly />}
    {draw(item.tokens)}
  </li>
)

const Table = ({ table }: { table: Tokens.Table }) => {
  const cell = (Tag: 'th' | 'td') => (one: Tokens.TableCell, index: number) => (
    <Tag key={index} style={{ textAlign: one.align ?? undefined }}>
      {draw(one.tokens)}
    </Tag>
  )
  return (
    <div className="table">
      <table>
        <thead>
          <tr>{table.header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of one fixed text
            <tr key={index}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const headings = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const

const drawn = (token: Token): ReactNode => {
  switch (token.type) {
    case 'heading': {
      const Tag = headings[token.depth - 1] ?? 'h6'
      return <Tag>{draw(token.tokens)}</Tag>
    }
    case 'paragraph':
      return <p>{draw(token.tokens)}</p>
    case 'text':
      return token.tokens ? draw(token.tokens) : unescaped(token.text)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{draw(token.tokens)}</strong>
    case 'em':
      return <em>{draw(token.tokens)}</em>
    case 'del':
      return <del>{draw(token.tokens)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard
        <pre tabIndex={0} data-arrows dir="ltr">
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{draw(token.tokens)}</blockquote>
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'link':
      return <Link href={token.href}>{draw(token.tokens)}</Link>
    // Loading a remote image would reveal the reader to its server, so a link replaces it.
    case 'image':
      return <Link href={token.href}>{token.text || token.href}</Link>
    case 'list': {
      const items = (token as Tokens.List).items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of one fixed text
        <Item key={index} item={item} />
      ))
      return token.ordered ? <ol start={token.start || 1}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <Table table={token as Tokens.Table} />
    // HTML is shown as text.
    case 'html':
      return token.raw
    default:
      return null
  }
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}
const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)

const draw = (tokens: readonly Token[] | undefined): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
  tokens?.map((token, index) => <Fragment key={index}>{drawn(token)}</Fragment>)

/** Renders Markdown as React elements from its tokens. HTML in the text is never interpreted and nothing is loaded. */
export const Markdown = ({ text }: { text: string }) => draw(marked.lexer(text, { gfm: true }))
