import { numberedName } from '../../tree/index.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/g
const reserved = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(?=\.|$)/i

/** Fast check for names that stay unchanged: most do, and an archive may have a hundred thousand. */
const harmless = /^(?!con|prn|aux|nul|com|lpt)[\w ,.()+-]*[\w()+-]$/i

/** A name that every system can unpack: no path separators and no device names of Windows (A36, A37). */
export const portableName = (name: string): string => {
  if (harmless.test(name)) return name
  const safe = name
    .toWellFormed()
    .replace(unsafe, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
  return safe === '' ? '_' : safe.replace(reserved, '$&_')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes control characters
const ascii = /^[\u0000-\u007f]*$/

const folded = (name: string) =>
  ascii.test(name) ? name.toLowerCase() : name.toUpperCase().toLowerCase().normalize('NFC')

/** Names of one folder of an archive. Many systems ignore case, so that the second of `A` and `a` becomes `a (1)`. */
export class FolderNames {
  private readonly taken = new Set<string>()
  private readonly next = new Map<string, number>()

  /** The name itself, or the first free numbered one. */
  take(name: string): string {
    const key = folded(name)
    if (!this.taken.has(key)) {
      this.taken.add(key)
      return name
    }
    for (let n = this.next.get(key) ?? 1; ; n++) {
      const candidate = numberedName(name, n)
      const free = folded(candidate)
      if (this.taken.has(free)) continue
      this.taken.add(free)
      this.next.set(key, n + 1)
      return candidate
    }
  }
}
