/** Files above this (bytes) are not hashed: WebCrypto needs the whole file in memory. */
const most = 4 * 1024 * 1024

/**
 * SHA-256 (hex) of a small file, or null: too big, not of one chunk, unreadable, or no WebCrypto (plain http).
 * The server hashes everything anyway; this proves the way between.
 */
export const checksum = async (file: Blob, chunkSize: number): Promise<string | null> => {
  if (file.size > Math.min(most, chunkSize) || !globalThis.crypto?.subtle) return null
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return null
  }
}
