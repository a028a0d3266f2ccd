const maxCacheBytes = 16 << 20
/** Files up to this size are read whole and cached. */
export const maxCachedBlobBytes = 64 << 10

/** LRU cache of small blobs. The content of a key never changes, so that entries never become stale. */
export class BlobCache {
  private readonly entries = new Map<string, Buffer>()
  private bytes = 0

  get(key: string): Buffer | undefined {
    const content = this.entries.get(key)
    if (content) {
      this.entries.delete(key)
      this.entries.set(key, content)
    }
    return content
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
