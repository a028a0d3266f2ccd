import type { TextNode } from '../../../web/contract.ts'

const separators = [',', ';', '\t'] as const

/** Rows of a table in a page, unless the caller wants more. */
const defaultRows = 100
export const maxTableColumns = 50

/** The separator that the first line has most often; null without any. */
const separatorOf = (line: string): string | null => {
  const [best] = separators
    .map((separator) => ({ separator, n: line.split(separator).length - 1 }))
    .sort((a, b) => b.n - a.n)
  return best && best.n > 0 ? best.separator : null
}

interface Rows {
  rows: string[][]
  /** Characters of the text that these rows take. */
  length: number
}

/** Fields in quotes may contain separators, line breaks and doubled quotes (RFC 4180). */
const rowsOf = (text: string, separator: string, maxRows: number): Rows => {
  const rows: string[][] = []
  let [row, field, isQuoted, at] = [[] as string[], '', false, 0]
  for (; at < text.length && rows.length < maxRows; at++) {
    const char = text[at] as string
    if (isQuoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[++at]
      else isQuoted = false
    } else if (char === '"' && field === '') isQuoted = true
    else if (char === separator || char === '\n') {
      row.push(field.replace(/\r$/, ''))
      field = ''
      if (char === '\n') [row, rows[rows.length]] = [[], row]
    } else field += char
  }
  if (rows.length < maxRows && (field !== '' || row.length > 0)) rows.push([...row, field])
  return { rows, length: at }
}

const isNumber = (text: string) => /^[-+]?[\d.,' ]*\d%?$/.test(text)

const cell =
  (tag: 'td' | 'th') =>
  (text: string): TextNode => [tag, tag === 'td' && isNumber(text) ? 'align-right' : null, text]

interface CsvTree {
  nodes: TextNode[]
  /** Characters of the text that the table takes. */
  length: number
  /** Columns of the widest row, of which `maxTableColumns` are shown at most. */
  columns: number
}

/**
 * The beginning of a text of comma-, semicolon- or tab-separated values as a table; the first row are the headings. Null for
 * a text that is no table.
 */
export const csvTree = (text: string, maxRows = defaultRows): CsvTree | null => {
  const separator = separatorOf(text.slice(0, text.indexOf('\n') + 1 || text.length))
  if (separator === null) return null
  const { rows, length } = rowsOf(text, separator, maxRows)
  const [head, ...body] = rows.map((row) => row.slice(0, maxTableColumns))
  if (!head || body.length === 0) return null
  const bodyRows = body.map((row): TextNode => ['tr', null, ...row.map(cell('td'))])
  const table: TextNode = [
    'table',
    null,
    ['thead', null, ['tr', null, ...head.map(cell('th'))]],
    ['tbody', null, ...bodyRows],
  ]
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return { nodes: [['div', 'table', table]], length, columns }
}
