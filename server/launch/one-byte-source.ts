import type { Plugin } from 'vite'

/** A character that takes two bytes, after any backslashes. */
const wide = /(\\*)([^\0-\xff])/g
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * The same code in Latin-1: in strings, templates and regular expressions, an escape stands for each wider character. Code
 * with so many of them that it would take more memory, such as Arabic texts, is not changed.
 */
export const toOneByteSource = (code: string): string => {
  const raw = /String\.raw\s*`[^`]*[^\0-\xff][^`]*`/.exec(code)
  if (raw) throw new Error(`An escape would change ${raw[0]}`)
  // A backslash before such a character has no effect, but would make the escape's own backslash a character.
  const narrow = code.replace(
    wide,
    (_, slashes: string, unit: string) => slashes.slice(slashes.length % 2) + escaped(unit),
  )
  return narrow.length < 2 * code.length ? narrow : code
}

/**
 * Vite and Rolldown plugin: V8 keeps the source of loaded code, with two bytes for each character of a file that contains a
 * single one beyond Latin-1, such as a curly quote. Only for the server's code: in UTF-8, as browsers get it, the escapes
 * are longer.
 */
export const oneByteSource = (): Plugin => ({
  name: 'coffer:one-byte-source',
  // The last step, because later steps would print the characters without escapes again.
  generateBundle(_, bundle) {
    if (this.environment?.config.consumer === 'client') return
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = toOneByteSource(file.code)
  },
})
