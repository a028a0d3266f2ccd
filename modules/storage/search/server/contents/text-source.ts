/** How the text of a file is read. */
export type TextSource = 'text' | 'markup' | 'pdf' | 'office' | 'opendocument' | 'epub'

/** Bytes of a text that are read, and copied from an object store. */
export const maxTextBytes = 4 << 20

/** Files above this size are not read: from an object store they would be copied to the disk first. */
export const maxFileBytes = 256 << 20

const officePattern = String.raw`^application/vnd\.(openxmlformats-officedocument\.(wordprocessingml|spreadsheetml|presentationml)\.|ms-(word|excel|powerpoint)\.\w+\.macroenabled)`
const openDocumentPattern = String.raw`^application/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)`
const textPattern = '^(text/|application/(json|yaml|toml|x-php|x-sh|x-tex|x-subrip)$|message/rfc822$)'
const markupPattern = String.raw`^(text/html|application/(xml|xhtml\+xml|xslt\+xml)|image/svg\+xml)$`

const sources: readonly [TextSource, RegExp][] = [
  ['pdf', /^application\/pdf$/],
  ['office', new RegExp(officePattern, 'i')],
  ['opendocument', new RegExp(openDocumentPattern, 'i')],
  ['epub', /^application\/epub\+zip$/],
  ['markup', new RegExp(markupPattern)],
  ['text', new RegExp(textPattern)],
  // Texts in an encoding that uploads do not recognize, by their names.
  ['text', /^application\/octet-stream$/],
]

/** Null for a file whose text is not read. */
export const textSourceOf = (mediaType: string): TextSource | null =>
  sources.find(([, pattern]) => pattern.test(mediaType))?.[0] ?? null

/** The same as patterns of PostgreSQL: `types` of media types, `names` of the names that files of an unknown type have. */
export const textPatterns = {
  types: [officePattern, openDocumentPattern, markupPattern, textPattern, '^application/(pdf|epub\\+zip)$'].join('|'),
  names: String.raw`\.(txt|text|log|csv|tsv|md|markdown|srt|ini|cfg|conf|sql|tex)$`,
}
