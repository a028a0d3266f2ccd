import { encodeExtended } from 'content-disposition'

/** ASCII fallback of a name for old clients, without characters that end the quoted string or the header. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%;]/g, '_')

/** Control characters and direction marks, which names of old rows may contain, are never sent (A35). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** `Content-Disposition` by RFC 6266 and 8187: an ASCII name and, where it differs, the original name. */
export const disposition = (kind: 'inline' | 'attachment', name: string): string => {
  const safe = name.replace(unsafe, '').toWellFormed()
  const ascii = asciiOf(safe)
  return `${kind}; filename="${ascii}"${ascii === safe ? '' : `; filename*=${encodeExtended(safe)}`}`
}
