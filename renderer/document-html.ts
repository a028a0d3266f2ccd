import { BoundedMap } from '../modules/shared/contract.ts'
import type { DeferredHtml, OutlinedHtml } from '../modules/web/ui.ts'

const maxKept = 400
const kept = new BoundedMap<string, string>(maxKept)

/** Separator that React writes between adjacent texts. The document has elements in place of our texts, so it is removed. */
const separator = '<!-- -->'

/** The deferred HTML of one document. `key`: what every kept part may depend on. */
export class DocumentHtml implements DeferredHtml {
  /** Begins the texts that stand for HTML; random, so that no content contains it. */
  private readonly mark = crypto.randomUUID()
  private readonly parts: string[] = []
  /** Outlines of the parts, by the part's index, where they differ from the part. */
  private readonly outlines = new Map<number, string>()
  private readonly key: string
  constructor(key: string) {
    this.key = key
  }

  put(html: string, outline?: string): string {
    const at = this.parts.push(html) - 1
    if (outline !== undefined) this.outlines.set(at, outline)
    return `${this.mark}${at};`
  }

  keep(of: string): { kept: string } | { start: string; end: string } {
    const key = `${of} ${this.key}`
    const html = kept.get(key)
    if (html !== undefined) return { kept: this.put(html) }
    return { start: `${this.mark}start${this.parts.push(key) - 1};`, end: `${this.mark}end;` }
  }

  /**
   * `html`: the markup with the deferred HTML. `outline`: its elements and attributes, each deferred part once, without
   * parts inside of a `noscript`, which would be outside of it at the end of the outline.
   */
  complete(markup: string): OutlinedHtml {
    const [before = '', ...pieces] = markup.split(this.mark)
    const open: { key: string; from: number }[] = []
    const outlines = new Set<string>()
    let complete = withoutSeparator(before, { atStart: false, atEnd: pieces.length > 0 })
    let outline = complete
    let inNoscript = endsInNoscript(complete, false)
    for (const [at, piece] of pieces.entries()) {
      const end = piece.indexOf(';')
      const name = piece.slice(0, end)
      if (name.startsWith('start'))
        open.push({ key: this.parts[Number(name.slice(5))] as string, from: complete.length })
      else if (name === 'end') {
        const part = open.pop()
        if (part) kept.set(part.key, complete.slice(part.from))
      } else {
        const part = this.parts[Number(name)] as string
        complete += part
        if (!inNoscript) outlines.add(this.outlines.get(Number(name)) ?? part)
      }
      const text = withoutSeparator(piece.slice(end + 1), { atStart: true, atEnd: at < pieces.length - 1 })
      complete += text
      outline += text
      inNoscript = endsInNoscript(text, inNoscript)
    }
    return { html: complete, outline: outline + [...outlines].join('') }
  }
}

/** Whether a `noscript` element is open after the text. `begins`: whether one is open before it. */
const endsInNoscript = (text: string, begins: boolean): boolean => {
  const opened = text.lastIndexOf('<noscript')
  const closed = text.lastIndexOf('</noscript>')
  return opened === closed ? begins : opened > closed
}

const withoutSeparator = (text: string, { atStart, atEnd }: { atStart: boolean; atEnd: boolean }): string => {
  const from = atStart && text.startsWith(separator) ? separator.length : 0
  const to = atEnd && text.length > from && text.endsWith(separator) ? -separator.length : undefined
  return text.slice(from, to)
}
