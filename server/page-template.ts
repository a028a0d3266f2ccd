import { documentMarks } from '../renderer/document-marks.ts'
import { NonceTemplate, type Placeholders } from './nonce-template.ts'
import { FirstPaintTags, type PageTags } from './page-assets.ts'

const dataTag = /^\s*<script id="vike_pageContext"[^>]*>/
const scriptEnd = '</script>'
const documentEnd = '</body>\n</html>'

/** Tags that Vike adds to a page's document: the same for a page, a language and a build, except for `headOf`. */
export interface PageTemplate {
  /** Tags of files in the head, and the inlined rules that the document uses. */
  headOf: (document: DocumentParts) => NonceTemplate
  /** Start tag of the data's script. */
  dataTag: NonceTemplate
  /** Tags of scripts at the end of the body. */
  body: NonceTemplate
}

/** The parts of a document that Vike has added to the page's own. */
interface VikeParts extends PageTags {
  dataTag: string
  /** The page's data as JSON. */
  data: string
}

/** The parts that Vike has added to a document; null for one that is not built from `parts`: a redirect or an error. */
export const readDocument = (document: string, { open, head, end }: DocumentParts): VikeParts | null => {
  const between = `${documentMarks.headTags}${head}${documentMarks.markup}${end}${documentMarks.bodyTags}`
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

/** `firstPaint`: with the tags for first-time visitors instead of Vike's. */
export const pageTemplateOf = (
  parts: VikeParts,
  values: Placeholders,
  { firstPaint }: { firstPaint: boolean },
): PageTemplate => {
  const template = (html: string) => NonceTemplate.of([html], values)
  const dataTag = template(parts.dataTag)
  if (!firstPaint) {
    const head = template(parts.head)
    return { headOf: () => head, dataTag, body: template(parts.body) }
  }
  const tags = new FirstPaintTags(parts, values)
  // Vike's own data stands before the page's entry.
  const before = parts.body.slice(0, parts.body.indexOf('<script src="'))
  const headOf = ({ open, head, outline, end }: DocumentParts) =>
    tags.headOf({ ...outline, own: `${open}${head}${outline.own}${end}` })
  return { headOf, dataTag, body: template(before + tags.body) }
}

/** The document of a page. Only the page's own parts are encoded. */
export const fillPageTemplate = (
  page: PageTemplate,
  document: DocumentParts,
  data: string,
  values: Placeholders,
): NonceTemplate => {
  const { open, head, markup, end } = document
  const encoded = (...html: readonly string[]) => NonceTemplate.of(html, values)
  return NonceTemplate.join([
    encoded(open),
    page.headOf(document),
    encoded(head),
    encoded(...markup),
    encoded(end),
    page.dataTag,
    encoded(data, scriptEnd),
    page.body,
    encoded(documentEnd),
  ])
}
