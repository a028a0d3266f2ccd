import { marks } from '../renderer/frame.ts'
import { NonceTemplate, type Placeholders } from './nonce-template.ts'
import { firstPaintTags, type Tags } from './page-assets.ts'

const dataTag = /^\s*<script id="vike_pageContext"[^>]*>/
const scriptEnd = '</script>'
const documentEnd = '</body>\n</html>'

/** What Vike adds to a page's document: the same in all documents of a page, a language and a build. */
export interface PageFrame {
  /** Tags of files in the head. */
  head: NonceTemplate
  /** Start tag of the data's script. */
  dataTag: NonceTemplate
  /** Tags of scripts at the end of the body. */
  body: NonceTemplate
}

/** The parts of Vike's document that are not the page's own. */
export interface VikeParts extends Tags {
  dataTag: string
  /** The page's data as JSON. */
  data: string
}

/** Takes the document of Vike apart; null for one that is not built from `parts`: a redirect or an error of Vike's own. */
export const readDocument = (document: string, { open, head, end }: DocumentParts): VikeParts | null => {
  const between = `${marks.headTags}${head}${marks.markup}${end}${marks.bodyTags}`
  const headEnd = document.indexOf(between)
  if (headEnd < 0 || !document.startsWith(open) || !document.endsWith(documentEnd)) return null
  const tags = document.slice(headEnd + between.length, -documentEnd.length)
  const [start] = dataTag.exec(tags) ?? []
  if (start === undefined) return null
  const dataEnd = tags.indexOf(scriptEnd, start.length)
  return {
    head: document.slice(open.length, headEnd),
    dataTag: start,
    data: tags.slice(start.length, dataEnd),
    body: tags.slice(dataEnd + scriptEnd.length),
  }
}

/** `firstPaintOf`: id of the page, to have the tags for first-time visitors instead of Vike's. */
export const frameOf = (parts: VikeParts, firstPaintOf: string | null, values: Placeholders): PageFrame => {
  const template = (html: string) => NonceTemplate.of(html, values)
  // Vike's own data stands before the page's entry.
  const entry = parts.body.indexOf('<script src="')
  const tags = firstPaintOf ? firstPaintTags(firstPaintOf, parts, values.nonce) : null
  const { head, body } = tags ? { ...tags, body: parts.body.slice(0, entry) + tags.body } : parts
  return { head: template(head), dataTag: template(parts.dataTag), body: template(body) }
}

/** The document of a page. Only what is the page's own is encoded. */
export const documentOf = (
  frame: PageFrame,
  { open, head, markup, end }: DocumentParts,
  data: string,
  values: Placeholders,
): NonceTemplate => {
  const template = (html: string) => NonceTemplate.of(html, values)
  return NonceTemplate.join([
    template(open),
    frame.head,
    template(head),
    template(markup),
    template(end),
    frame.dataTag,
    template(`${data}${scriptEnd}`),
    frame.body,
    template(documentEnd),
  ])
}
