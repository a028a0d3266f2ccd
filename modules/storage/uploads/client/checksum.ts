/** Files up to this size (bytes) are read once, and hashed and sent from memory. */
const maxBytes = 4 * 1024 * 1024

interface SmallFile {
  bytes: ArrayBuffer
  /** Hex, or null without WebCrypto (plain http). */
  sha256: string | null
}

/**
 * Reads a small file and its SHA-256. Null when it has more than one chunk or is too large: WebCrypto needs all of it
 * at once. The server hashes every file anyway; the hash from here detects errors in transit. Rejects when it cannot be
 * read, or has other than its announced size: it was changed, and other files of its request would get its bytes.
 */
export const readSmallFile = async (file: Blob, chunkSize: number): Promise<SmallFile | null> => {
  if (file.size > Math.min(maxBytes, chunkSize)) return null
  const bytes = await file.arrayBuffer()
  if (bytes.byteLength !== file.size) throw new Error(`${bytes.byteLength} bytes were read of ${file.size}`)
  if (!globalThis.crypto?.subtle) return { bytes, sha256: null }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { bytes, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
