const maxCacheBytes = 16 << 20
/** Files up to this size are read in one go and kept while they are asked for. */
export const maxCachedBlobBytes = 64 << 10

/** Contents of small blobs, least recently used first to go. A key's bytes never change, so nothing goes stale. */
export class BlobCache {
  private readonly entries = new Map<string, Buffer>()
  private bytes = 0

  get(key: string): Buffer | undefined {
    const found = this.entries.get(key)
    if (found) {
      this.entries.delete(key)
      this.entries.set(key, found)
    }
    return found
  }

  set(key: string, content: Buffer): void {
    if (this.entries.has(key)) return
    this.entries.set(key, content)
    this.bytes += content.length
    for (const [oldest, { length }] of this.entries) {
      if (this.bytes <= maxCacheBytes) break
      this.entries.delete(oldest)
      this.bytes -= length
    }
  }
}
