import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { BoundedMap } from '../shared/contract.ts'
import type { OutlinedHtml } from './server-html.ts'

const maxTemplates = 500
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

/** Text as React escapes it in elements and attributes. */
const escapeAsReact = (text: string): string =>
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (char) => escapes[char] ?? '') : text

/** Markup with a slot after each text but the last. */
interface Template {
  texts: string[]
  /** All texts joined: the part that all elements of the shape share. */
  outline: string
  /** For each gap between texts the index of its slot in `slots`. */
  gaps: number[]
  slots: string[]
}

/**
 * Markup of elements that React has rendered once per shape: elements of one shape differ in a few texts, which are put
 * in, in a twentieth of the time. Only for the server.
 */
export class HtmlTemplates<Slot extends string> {
  private readonly templates = new BoundedMap<string, Template>(maxTemplates)
  private readonly slotOf: ReadonlyMap<string, Slot>
  private readonly pattern: RegExp

  /** `marks`: for each slot a text of letters and digits that stands for its value and occurs nowhere else. */
  constructor(marks: Readonly<Record<Slot, string>>) {
    const entries = Object.entries(marks) as [Slot, string][]
    this.slotOf = new Map(entries.map(([slot, mark]) => [mark, slot]))
    this.pattern = new RegExp(`(${entries.map(([, mark]) => mark).join('|')})`)
  }

  /**
   * `shape`: everything that the markup depends on besides the slots. `render`: the element with marks in place of its
   * texts. `textOf`: the texts, unescaped.
   */
  fill(shape: string, render: () => ReactNode, textOf: (slot: Slot) => string): OutlinedHtml {
    const { texts, outline, gaps, slots } = this.templates.get(shape) ?? this.add(shape, render())
    const values = slots.map((slot) => escapeAsReact(textOf(slot as Slot)))
    let html = texts[0] as string
    for (const [at, slot] of gaps.entries()) html += (values[slot] as string) + (texts[at + 1] as string)
    return { html, outline }
  }

  private add(shape: string, element: ReactNode): Template {
    const template: Template = { texts: [], outline: '', gaps: [], slots: [] }
    for (const [at, part] of renderToString(element).split(this.pattern).entries()) {
      if (at % 2 === 0) template.texts.push(part)
      else {
        const slot = this.slotOf.get(part) as Slot
        if (!template.slots.includes(slot)) template.slots.push(slot)
        template.gaps.push(template.slots.indexOf(slot))
      }
    }
    template.outline = template.texts.join('')
    this.templates.set(shape, template)
    return template
  }
}

const rendered = /* @__PURE__ */ new Map<unknown, Map<string, string>>()

/**
 * Markup of an element that React renders once for each `type` and `key`, of which there are few, as `finish` changes it.
 * Only for the server.
 */
export const renderOnce = (
  type: unknown,
  key: string,
  render: () => ReactNode,
  finish: (html: string) => string,
): string => {
  const ofType = rendered.get(type) ?? new BoundedMap<string, string>(maxTemplates)
  const html = ofType.get(key) ?? finish(renderToString(render()))
  rendered.set(type, ofType.set(key, html))
  return html
}
