import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { decodeExtended, parse } from 'content-disposition'
import { checkName, extensionOf, forbiddenInNames, maxNameBytes } from '../../tree/contract.ts'
import { textTypes } from '../../uploads/index.ts'

const extensions = new Map([
  ...Object.entries(textTypes)
    .filter(([, type]) => type.startsWith('text/') || type.startsWith('image/'))
    .map(([extension, type]): [string, string] => [type, extension])
    .reverse(),
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['application/gzip', 'gz'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
])

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Headers arrive as Latin-1; many servers write UTF-8 into them. */
const asUtf8 = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** `filename*` (RFC 8187) before `filename`. */
const fromDisposition = (header: string | undefined): string | null => {
  if (!header) return null
  const { 'filename*': extended = '', filename } = parse(header, { extended: false }).parameters
  return decodeExtended(extended) ?? (filename === undefined ? null : asUtf8(filename))
}

const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** Cut to 255 bytes of UTF-8, its extension kept. */
const shortened = (name: string): string => {
  const extension = extensionOf(name) ? name.slice(name.lastIndexOf('.')) : ''
  const ending = Buffer.byteLength(extension) <= maxNameBytes / 2 ? extension : ''
  const letters = [...name.slice(0, name.length - ending.length)]
  while (Buffer.byteLength(letters.join('') + ending) > maxNameBytes) letters.pop()
  return letters.join('') + ending
}

const allForbidden = new RegExp(forbiddenInNames.source, 'gu')

/** Whatever a stranger calls it, as a name that can be kept; null when nothing is left of it (A23, A35, A36). */
export const safeName = (given: string): string | null => {
  const name = shortened(lastSegment(given).replace(allForbidden, '').normalize('NFC').trim())
  return 'name' in checkName(name) ? name : null
}

/** What the file is called: by its server, else by its address; its type adds the extension that is missing. */
export const remoteName = (headers: IncomingHttpHeaders, places: readonly URL[]): string => {
  const ofPlaces = places.map(({ pathname }) => decoded(lastSegment(pathname)))
  const candidates = [fromDisposition(headers['content-disposition']), ...ofPlaces].map(
    (name) => name && safeName(name),
  )
  const name = candidates.find((candidate) => candidate) ?? 'download'
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = extensionOf(name) ? undefined : extensions.get(type)
  return extension ? shortened(`${name}.${extension}`) : name
}
