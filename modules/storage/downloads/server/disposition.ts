import { encodeExtended } from 'content-disposition'

/** ASCII stand-in of a name: what old programs show. Nothing that could end the header or the quotes. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%;]/g, '_')

/** Controls and direction marks are never sent, should an old row have them (A35). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** `Content-Disposition` by RFC 6266 and 8187: one line, an ASCII name and the real one. */
export const disposition = (kind: 'inline' | 'attachment', name: string): string => {
  const safe = name.replace(unsafe, '').toWellFormed()
  const ascii = asciiOf(safe)
  return `${kind}; filename="${ascii}"${ascii === safe ? '' : `; filename*=${encodeExtended(safe)}`}`
}
