import { isUtf8 } from 'node:buffer'
import { extensionOf } from '../../tree/contract.ts'
import { rejectBlacklistedType } from '../../tree/index.ts'
import type { UploadsDeps } from './deps.ts'
import { containerTypes, textTypes } from './media-types.ts'

/** Bytes from the start of a file that are inspected. */
export const headSize = 4_100

const utf16 = (head: Buffer) => head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells text from data
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * Whether the bytes are text: UTF-8 (possibly cut within a character) or UTF-16 with a byte order mark, without control
 * characters.
 */
const isText = (head: Buffer): boolean => {
  if (utf16(head)) return true
  for (let cut = 0; cut < 4 && cut < head.length; cut++) {
    const part = head.subarray(0, head.length - cut)
    if (isUtf8(part)) return !controls.test(part.toString('utf8'))
  }
  return false
}

/** A TIFF whose directory follows its pixels, as most do: file-type looks for it in the head only. */
const isTiff = (head: Buffer): boolean =>
  head.length >= headSize && /^(II\*\0|MM\0\*)/.test(head.toString('latin1', 0, 4))

/**
 * Anything that may come before the root element. Each part matches in one way only: with several ways, the time of a search
 * that fails doubles with each comment.
 */
const comment = String.raw`<!--(?:(?!-->)[\s\S])*-->`
const instruction = String.raw`<\?(?:(?!\?>)[\s\S])*\?>`
const svgDoctype = String.raw`<!doctype\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>`

const markup: readonly [RegExp, string][] = [
  [new RegExp(`^\\s*(?:${comment}\\s*)*<(!doctype html|html|head|body|script|iframe|style)\\b`, 'i'), 'text/html'],
  [new RegExp(`^\\s*(?:(?:${comment}|${instruction}|${svgDoctype})\\s*)*<svg[\\s/>]`, 'i'), 'image/svg+xml'],
  [/^\s*<\?php\b/i, 'application/x-php'],
  [/^\s*<\?xml\b/i, 'application/xml'],
]

const textType = (head: Buffer, name: string): string => {
  const text = head.toString('utf8')
  const start = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const marked = markup.find(([pattern]) => pattern.test(start))?.[1]
  const named = textTypes[extensionOf(name) ?? '']
  // Its root element may follow after the head, or have a prefix.
  if (marked === 'application/xml' && named === 'image/svg+xml') return named
  return marked ?? named ?? 'text/plain'
}

/** Loaded by the first upload. */
let detector: Promise<typeof import('file-type')> | null = null

/**
 * Detects the media type by content. The name only decides between formats that look alike (text formats, containers).
 * A file that claims to be an image and is not one becomes `application/octet-stream`.
 */
export const sniff = async (head: Buffer, name: string): Promise<string> => {
  detector ??= import('file-type')
  const detected = await (await detector).fileTypeFromBuffer(head)
  if (detected && detected.mime !== 'application/xml')
    return containerTypes[detected.mime]?.[extensionOf(name) ?? ''] ?? detected.mime
  if (isTiff(head)) return 'image/tiff'
  return isText(head) ? textType(head, name) : 'application/octet-stream'
}

/** Detects the media type and rejects one that the administrator does not allow. */
export const detectMediaType = async (
  settings: UploadsDeps['settings'],
  head: Buffer,
  name: string,
): Promise<string> => {
  const mediaType = await sniff(head, name)
  rejectBlacklistedType(await settings.get('mimetypes_blacklist'), mediaType)
  return mediaType
}
