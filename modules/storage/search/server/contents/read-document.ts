import { decodeHTML } from 'entities'
import { SaxesParser } from 'saxes'
import { isSystemFault } from './system-faults.ts'
import type { Words } from './words.ts'
import { zipParts } from './zip-parts.ts'

/** Unpacked bytes of a document that are read: an archive of some kilobytes may contain gigabytes. */
const maxUnpackedBytes = 48 << 20
const maxDepth = 256
/** Characters of one text, tag or comment, which the parser keeps in memory until it ends. */
const maxTextLength = 2 << 20

interface DocumentFormat {
  /** Names of the parts with text. */
  parts: RegExp
  /** Elements whose text counts; null: all. */
  texts: ReadonlySet<string> | null
  /** Whether words end where such an element ends. */
  separates(element: string): boolean
}

const blocks = new Set(['p', 'si', 'is', 'tab', 'br', 'cr', 'tc', 'c'])
const inline = new Set(['span', 'a', 'b', 'i', 'em', 'strong', 'u', 'sub', 'sup', 'small', 'font', 'bookmark'])
const separatesAll = (element: string) => !inline.has(element)

export const documentFormats: Readonly<Record<'office' | 'opendocument' | 'epub', DocumentFormat>> = {
  office: {
    parts:
      /^(word\/(document|footnotes|endnotes|comments|header\d*|footer\d*)|xl\/(sharedStrings|comments\d*|worksheets\/sheet\d+)|ppt\/(slides\/slide|notesSlides\/notesSlide)\d+)\.xml$/,
    texts: new Set(['t']),
    separates: (element) => blocks.has(element),
  },
  opendocument: { parts: /^content\.xml$/, texts: null, separates: separatesAll },
  epub: { parts: /\.x?html?$/i, texts: null, separates: separatesAll },
}

/** Entities of HTML, which the document types of EPUB declare elsewhere. */
const htmlEntities = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, name) => {
      const text = decodeHTML(`&${String(name)};`)
      return text === `&${String(name)};` ? undefined : text
    },
  },
)

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Adds the text of one part that comes in pieces. Throws where the part is not well-formed, has a document type with entities, or
 * exhausts the memory.
 */
const textParser = ({ texts, separates }: DocumentFormat, words: Words): ((piece: string) => void) => {
  const parser = new SaxesParser({ position: false })
  parser.ENTITIES = htmlEntities
  let unfinished = 0
  const open: string[] = []
  let skipped = 0
  const reject = (reason: string) => {
    throw new Error(reason)
  }
  const add = (text: string) => {
    unfinished = 0
    if (skipped === 0 && (texts === null || texts.has(open.at(-1) ?? ''))) words.add(text)
  }
  const isSkipped = (name: string) => name === 'script' || name === 'style'
  parser.on('error', (error) => reject(error.message))
  parser.on('doctype', (doctype) => {
    if (doctype.includes('<!ENTITY')) reject('entities')
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ name }) => {
    unfinished = 0
    const local = localName(name)
    if (open.push(local) > maxDepth) reject('too deep')
    if (isSkipped(local)) skipped += 1
    if (separates(local)) words.add(' ')
  })
  parser.on('closetag', ({ name }) => {
    unfinished = 0
    open.pop()
    const local = localName(name)
    if (isSkipped(local)) skipped -= 1
    if (separates(local)) words.add(' ')
  })
  return (piece) => {
    unfinished += piece.length
    parser.write(piece)
    if (unfinished > maxTextLength) reject('too long')
  }
}

/** Adds the words of an Office, OpenDocument or EPUB file. `isDone` ends the reading early. */
export const addDocumentWords = async (
  path: string,
  format: DocumentFormat,
  words: Words,
  isDone: () => boolean,
): Promise<void> => {
  let unpacked = 0
  for await (const part of zipParts(path, format.parts)) {
    const parse = textParser(format, words)
    const decoder = new TextDecoder()
    try {
      for await (const bytes of part) {
        unpacked += bytes.length
        if (isDone() || unpacked > maxUnpackedBytes) return
        parse(decoder.decode(bytes, { stream: true }))
      }
    } catch (error) {
      if (isSystemFault(error)) throw error
      // A part that is damaged ends where it is; the others may be whole.
    }
    words.add(' ')
  }
}
