import { marks } from '../renderer/frame.ts'
import { NonceTemplate, type ResponseValues } from './nonce-template.ts'
import { firstPaintTemplates } from './page-assets.ts'

const headStart = '<head>'
/** Before them come the page's data. */
const entryStart = '<script src="'
const bodyEnd = '</body>'

/** The parts of a text around these marks, in their order, or null when one is missing. Some KB are searched. */
const split = (text: string, ...separators: string[]): string[] | null => {
  const parts: string[] = []
  let from = 0
  for (const separator of separators) {
    const at = text.indexOf(separator, from)
    if (at < 0) return null
    parts.push(text.slice(from, at))
    from = at + separator.length
  }
  return [...parts, text.slice(from)]
}

/**
 * The document of a page: Vike's `frame` with the page's markup put in, which is far longer and is not searched for tags.
 * `firstPaintOf`: id of the page, to have the tags for first-time visitors instead of Vike's.
 */
export const pageDocument = (
  frame: string,
  markup: string,
  firstPaintOf: string | null,
  values: ResponseValues,
): NonceTemplate => {
  const template = (html: string) => NonceTemplate.of(html, values)
  const parts = split(frame, headStart, marks.headTags, marks.markup, marks.bodyTags, bodyEnd)
  // A redirect or an error of Vike's own.
  if (!parts) return template(frame)
  const [before, head, start, middle, body, after] = parts as [string, string, string, string, string, string]
  const scripts = firstPaintOf ? split(body, entryStart) : null
  if (!scripts || !firstPaintOf)
    return template(`${before}${headStart}${head}${start}${markup}${middle}${body}${bodyEnd}${after}`)
  const [data, entry] = scripts as [string, string]
  const tags = firstPaintTemplates(firstPaintOf, { head, body: entryStart + entry }, values.nonce)
  return NonceTemplate.join([
    template(`${before}${headStart}`),
    tags.head,
    template(`${start}${markup}${middle}${data}`),
    tags.body,
    template(`${bodyEnd}${after}`),
  ])
}
