/** Files up to this (bytes) are read once, hashed and sent from memory. */
const most = 4 * 1024 * 1024

export interface WholeFile {
  bytes: ArrayBuffer
  /** Hex, or null without WebCrypto (plain http). */
  sha256: string | null
}

/**
 * A small file in memory with its SHA-256; null when it has more than one chunk or is not small: WebCrypto needs all of
 * it at once. The server hashes everything anyway; this proves the way between. Rejects when it cannot be read.
 */
export const readWhole = async (file: Blob, chunkSize: number): Promise<WholeFile | null> => {
  if (file.size > Math.min(most, chunkSize)) return null
  const bytes = await file.arrayBuffer()
  if (!globalThis.crypto?.subtle) return { bytes, sha256: null }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { bytes, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') }
}
