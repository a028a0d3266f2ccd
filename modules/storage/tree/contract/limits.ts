/** Bytes of a chunk when the setting says nothing (API.md D10). */
export const defaultChunkSize = 16 * 1024 * 1024
/** Files of a single chunk may overlap, up to so many (API.md D10). */
export const parallelSmallFiles = 6
/** Small files that are ready at the same time go in one request: so many, of so many bytes each. */
export const bundle = { files: 32, fileBytes: 64 * 1024 } as const
/** Attempts per chunk before a file counts as failed (PRODUCT.md §9). */
export const chunkAttempts = 3
/** Widths in pixels; a size exists only where the original is wider (API.md §1.6). */
export const thumbnailWidths = { xs: 120, sm: 240, lg: 960, xl: 1440 } as const
export type ThumbnailSize = keyof typeof thumbnailWidths

/** Control and bidirectional marks, slashes, lone surrogates: never part of a name (A23, A35, A36). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
export const forbiddenInNames = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff/\\]/u

export type NameProblem = 'empty' | 'too-long' | 'forbidden-character' | 'reserved'

/** NFC of a name, or why it can't be one. Everything else is kept exactly. */
export const checkName = (given: string): { name: string } | { problem: NameProblem } => {
  const name = given.normalize('NFC')
  if (name.trim() === '') return { problem: 'empty' }
  if (name === '.' || name === '..') return { problem: 'reserved' }
  if (forbiddenInNames.test(name)) return { problem: 'forbidden-character' }
  if (new TextEncoder().encode(name).length > 255) return { problem: 'too-long' }
  return { name }
}

/** Lower-case extension without the dot, or null. `.env` and `name.` have none. */
export const extensionOf = (name: string): string | null => {
  const dot = name.lastIndexOf('.')
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : null
}
