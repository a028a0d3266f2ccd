import { BoundedMap } from '../modules/shared/contract.ts'
import type { DeferredHtml } from '../modules/web/ui.ts'

const maxKeys = 100
const maxKept = 50
/** Kept parts by the key of their documents and by what else they depend on. */
const keptParts = new BoundedMap<string, BoundedMap<string, string>>(maxKeys)

const keptOf = (key: string): BoundedMap<string, string> => {
  const kept = keptParts.get(key) ?? new BoundedMap<string, string>(maxKept)
  if (kept.size === 0) keptParts.set(key, kept)
  return kept
}

/** Separator that React writes between adjacent texts. The document has elements in place of our texts, so it is removed. */
const separator = '<!-- -->'

/** The deferred HTML of one document. `key`: what every kept part may depend on. */
export class DocumentHtml implements DeferredHtml {
  /** Begins the texts that stand for HTML; random, so that no content contains it. */
  private readonly mark = crypto.randomUUID()
  private readonly parts: string[] = []
  /** Outlines of the parts, by the part's index, where they differ from the part. */
  private readonly outlines = new Map<number, readonly string[]>()
  private readonly kept: BoundedMap<string, string>
  constructor(key: string) {
    this.kept = keptOf(key)
  }

  put(html: string, outlines?: readonly string[]): string {
    const at = this.parts.push(html) - 1
    if (outlines) this.outlines.set(at, outlines)
    return `${this.mark}${at};`
  }

  keep(of: string): { kept: string } | { start: string; end: string } {
    const html = this.kept.get(of)
    if (html !== undefined) return { kept: this.put(html) }
    return { start: `${this.mark}start${this.parts.push(of) - 1};`, end: `${this.mark}end;` }
  }

  /**
   * `html`: texts that make up the markup with the deferred HTML: joined, they would be copied as a whole at each step that
   * follows.
   */
  complete(markup: string): { html: string[]; outline: DocumentOutline } {
    const [before = '', ...pieces] = markup.split(this.mark)
    const open: { of: string; from: number }[] = []
    const shared = new Set<string>()
    const rows: string[] = []
    const html = [withoutSeparator(before, { atStart: false, atEnd: pieces.length > 0 })]
    let own = html[0] as string
    let inNoscript = endsInNoscript(own)
    for (const [at, piece] of pieces.entries()) {
      const end = piece.indexOf(';')
      const name = piece.slice(0, end)
      if (name.startsWith('start')) open.push({ of: this.parts[Number(name.slice(5))] as string, from: html.length })
      else if (name === 'end') {
        const part = open.pop()
        if (part) this.kept.set(part.of, html.slice(part.from).join(''))
      } else {
        const part = this.parts[Number(name)] as string
        const outlines = this.outlines.get(Number(name))
        html.push(part)
        if (!inNoscript) for (const outline of outlines ?? [part]) shared.add(outline)
        if (!inNoscript && outlines) rows.push(part)
      }
      const text = withoutSeparator(piece.slice(end + 1), { atStart: true, atEnd: at < pieces.length - 1 })
      html.push(text)
      own += text
      inNoscript = endsInNoscript(text, { begins: inNoscript })
    }
    return { html, outline: { own, shared: [...shared], rows } }
  }
}

/** Whether a `noscript` element is open after the text. `begins`: whether one is open before it. */
const endsInNoscript = (text: string, { begins = false } = {}): boolean => {
  const opened = text.lastIndexOf('<noscript')
  const closed = text.lastIndexOf('</noscript>')
  return opened === closed ? begins : opened > closed
}

const withoutSeparator = (text: string, { atStart, atEnd }: { atStart: boolean; atEnd: boolean }): string => {
  const from = atStart && text.startsWith(separator) ? separator.length : 0
  const to = atEnd && text.length > from && text.endsWith(separator) ? -separator.length : undefined
  return text.slice(from, to)
}
