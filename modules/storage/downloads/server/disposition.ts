import { encodeExtended } from 'content-disposition'
import { invisibleInNames } from '../../tree/contract.ts'
import type { Disposition } from './media.ts'

/** Characters that end the quoted string or the header, or are forbidden in file names of some system. */
const unsafe = /["\\%;/:*?<>|]/g

/**
 * ASCII fallback of a name for clients that read no `filename*`. Compatibility decomposition turns other characters into
 * slashes and dots, such as `．．／`: the fallback is one path segment, and begins with a dot only if it is the name itself.
 */
const asciiOf = (name: string): string => {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(unsafe, '_')
  return ascii === name ? name : ascii.replace(/^\.+/, (dots) => '_'.repeat(dots.length))
}

/** `Content-Disposition` by RFC 6266 and 8187: an ASCII name and, where it differs, the original name. */
export const disposition = (kind: Disposition, name: string): string => {
  // Names of old rows may contain characters that new names must not.
  const safe = name.replace(invisibleInNames, '').toWellFormed()
  const ascii = asciiOf(safe)
  return `${kind}; filename="${ascii}"${ascii === safe ? '' : `; filename*=${encodeExtended(safe)}`}`
}
