/** Bytes of a chunk when the setting `chunk_size` is not set (D10). */
export const defaultChunkSize = 16 * 1024 * 1024
/** Single-chunk files that a client uploads in parallel (D10). */
export const parallelSmallFiles = 6
/** A bundle sends several small files in one request: at most `files`, of at most `fileBytes` each. */
export const bundle = { files: 32, fileBytes: 64 * 1024 } as const
/** Attempts per chunk before a file counts as failed. */
export const chunkAttempts = 3
/** Widths in pixels; a size exists only when the original is wider. */
export const thumbnailWidths = { xs: 120, sm: 240, lg: 960, xl: 1440 } as const
export type ThumbnailSize = keyof typeof thumbnailWidths

/** UTF-8 bytes of a name (A36); the SQL function `numbered_name` has the same limit. */
export const maxNameBytes = 255

/** Entries of an archive that is extracted; also files and folders that it makes. */
export const maxArchiveEntries = 200_000
/** Bytes of all extracted files of one archive. */
export const maxExtractedBytes = 2 ** 40
/** Unpacked bytes for each byte of an archive; the first `freeExtractedBytes` are not counted. */
export const maxArchiveRatio = 250
export const freeExtractedBytes = 2 ** 30
/** Extractions of one account that wait or run. */
export const maxWaitingExtractions = 20

/** Control characters and bidirectional marks: they change how the text around them is shown (A35). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
export const invisibleInNames = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** Control characters, bidirectional marks, slashes and lone surrogates, which no name may contain (A23, A35, A36). */
export const forbiddenInNames =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ud800-\udfff/\\]/u

export type NameProblem = 'empty' | 'too-long' | 'forbidden-character' | 'reserved'

/** The name in NFC, otherwise unchanged, or the reason why it is invalid. */
export const checkName = (given: string): { name: string } | { problem: NameProblem } => {
  const name = given.normalize('NFC')
  if (name.trim() === '') return { problem: 'empty' }
  if (name === '.' || name === '..') return { problem: 'reserved' }
  if (forbiddenInNames.test(name)) return { problem: 'forbidden-character' }
  if (new TextEncoder().encode(name).length > maxNameBytes) return { problem: 'too-long' }
  return { name }
}

/** Lower-case extension without the dot, or null. `.env` and `name.` have none. */
export const extensionOf = (name: string): string | null => {
  const dot = name.lastIndexOf('.')
  return dot > 0 && dot < name.length - 1 ? name.slice(dot + 1).toLowerCase() : null
}
