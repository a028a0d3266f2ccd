import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { decodeExtended, parse } from 'content-disposition'
import { checkName, extensionOf, forbiddenInNames, maxNameBytes } from '../../tree/contract.ts'
import { textTypes } from '../../uploads/index.ts'

/** File extension by media type, for files without one in their name. */
const extensionByType = new Map([
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
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['image/tiff', 'tiff'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
])

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Node decodes headers as Latin-1, but many servers write UTF-8 into them. */
const latin1ToUtf8 = (text: string): string => {
  const bytes = Buffer.from(text, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}

/** `filename*` (RFC 8187) takes precedence over `filename` (RFC 6266 §4.3). */
const filenameFromDisposition = (header: string | undefined): string | null => {
  if (!header) return null
  const { 'filename*': extended = '', filename } = parse(header, { extended: false }).parameters
  return decodeExtended(extended) ?? (filename === undefined ? null : latin1ToUtf8(filename))
}

const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''

/** Truncates a name to `maxNameBytes` of UTF-8 and keeps its extension. */
const truncate = (name: string): string => {
  const extension = extensionOf(name) ? name.slice(name.lastIndexOf('.')) : ''
  const ending = Buffer.byteLength(extension) <= maxNameBytes / 2 ? extension : ''
  const letters = [...name.slice(0, name.length - ending.length)]
  while (Buffer.byteLength(letters.join('') + ending) > maxNameBytes) letters.pop()
  return letters.join('') + ending
}

const allForbidden = new RegExp(forbiddenInNames.source, 'gu')

/** Turns a name from an untrusted server into a valid item name; null when nothing valid remains (A23, A35, A36). */
export const sanitizeFilename = (remoteName: string): string | null => {
  const name = truncate(lastSegment(remoteName).replace(allForbidden, '').normalize('NFC').trim())
  return 'name' in checkName(name) ? name : null
}

/**
 * Name of a fetched file: from `Content-Disposition`, else from the first of `urls` whose path ends with a usable name, else
 * `download`. Adds the extension of the media type where the name has none.
 */
export const filenameFromResponse = (headers: IncomingHttpHeaders, urls: readonly URL[]): string => {
  const fromUrls = urls.map(({ pathname }) => decodePercent(lastSegment(pathname)))
  const candidates = [filenameFromDisposition(headers['content-disposition']), ...fromUrls].map(
    (name) => name && sanitizeFilename(name),
  )
  const name = candidates.find((candidate) => candidate) ?? 'download'
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const extension = extensionOf(name) ? undefined : extensionByType.get(type)
  return extension ? truncate(`${name}.${extension}`) : name
}
