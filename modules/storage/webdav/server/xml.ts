import type { IncomingMessage } from 'node:http'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'
import { DavError } from './dav-error.ts'

export const dav = 'DAV:'

interface XmlAttribute {
  uri: string
  local: string
  value: string
}

export interface XmlElement {
  uri: string
  local: string
  attributes: readonly XmlAttribute[]
  children: (XmlElement | string)[]
}

/** Bytes of a body with XML. Properties are kept as they are sent, so this limits them too. */
const maxBodyBytes = 64 << 10
const maxDepth = 64
const maxMs = 30_000
const namespaces = { xml: 'http://www.w3.org/XML/1998/namespace', xmlns: 'http://www.w3.org/2000/xmlns/' }

const attributesOf = (given: Record<string, SaxesAttributeNS>): XmlAttribute[] =>
  Object.values(given)
    .filter(({ uri }) => uri !== namespaces.xmlns)
    .map(({ uri, local, value }) => ({ uri, local, value }))

/** The root element. 400 unless the text is well-formed with namespaces. A document type is rejected, so no entity expands. */
export const parseXml = (text: string): XmlElement => {
  const open: XmlElement[] = []
  let root: XmlElement | null = null
  const reject = () => {
    throw new DavError(400)
  }
  const add = (content: string) => open.at(-1)?.children.push(content)
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('error', reject)
  parser.on('doctype', reject)
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('opentag', ({ uri, local, attributes }) => {
    // Nothing may be in this namespace but declarations.
    if (uri === namespaces.xmlns) reject()
    const element: XmlElement = { uri, local, attributes: attributesOf(attributes), children: [] }
    open.at(-1)?.children.push(element)
    root ??= element
    if (open.push(element) > maxDepth) reject()
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(text).close()
  return root ?? reject()
}

/** The body of a request as XML; null without one. 413 above the limit, 415 for another encoding than UTF-8. */
export const readXml = async (request: IncomingMessage): Promise<XmlElement | null> => {
  const timer = setTimeout(() => request.destroy(), maxMs).unref()
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBodyBytes) throw new DavError(413)
      pieces.push(piece)
    }
  } finally {
    clearTimeout(timer)
  }
  if (size === 0) return null
  try {
    return parseXml(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)))
  } catch (error) {
    throw error instanceof TypeError ? new DavError(415) : error
  }
}

const isElement = (node: XmlElement | string): node is XmlElement => typeof node !== 'string'

/** Elements within an element; of a name in `DAV:`, where it is given. */
export const elementsOf = ({ children }: XmlElement, local?: string): XmlElement[] =>
  children.filter(isElement).filter((child) => local === undefined || (child.uri === dav && child.local === local))

export const textOf = ({ children }: XmlElement): string =>
  children.map((child) => (isElement(child) ? textOf(child) : child)).join('')

/** Characters that XML 1.0 cannot have, whatever is done to them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const impossible = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

export const escapeXml = (text: string): string =>
  text.replace(impossible, '\ufffd').replace(/[&<>"\r]/g, (character) => escapes[character] as string)

/** The name of an element with its prefix, and the declaration that this needs: no prefix may be declared for the namespace of XML. */
const prefixed = (uri: string, local: string): { name: string; declared: string } => {
  if (uri === '') return { name: local, declared: '' }
  if (uri === namespaces.xml) return { name: `xml:${local}`, declared: '' }
  return { name: `x:${local}`, declared: ` xmlns:x="${escapeXml(uri)}"` }
}

/** An empty element as XML that needs no declaration around it. */
export const emptyElement = (uri: string, local: string): string => {
  const { name, declared } = prefixed(uri, local)
  return `<${name}${declared}/>`
}

/** An element as XML that needs no declaration around it. */
export const writeXml = ({ uri, local, attributes, children }: XmlElement): string => {
  const { name, declared } = prefixed(uri, local)
  const written = attributes.map(({ uri: of, local: key, value }, index) => {
    if (of === '') return ` ${key}="${escapeXml(value)}"`
    if (of === namespaces.xml) return ` xml:${key}="${escapeXml(value)}"`
    return ` xmlns:a${index}="${escapeXml(of)}" a${index}:${key}="${escapeXml(value)}"`
  })
  const inner = children.map((child) => (isElement(child) ? writeXml(child) : escapeXml(child))).join('')
  const start = `<${name}${declared}${written.join('')}`
  return inner === '' ? `${start}/>` : `${start}>${inner}</${name}>`
}
