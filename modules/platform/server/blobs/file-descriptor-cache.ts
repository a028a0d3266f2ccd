import fs from 'node:fs'
import { close, open, read } from './files.ts'
import type { OpenBlob } from './store.ts'

interface Entry {
  key: string
  fd: number
  size: number
  readers: number
  idleTimer: NodeJS.Timeout | null
}

/** Below the two seconds within which an aborted download must have closed its descriptors (A37). */
const idleTimeoutMs = 1_500
const maxIdleDescriptors = 64

/** Open descriptors of blobs. Each stays open briefly after its last reader, because a media player sends range after range. */
export class FileDescriptorCache {
  private readonly entries = new Map<string, Promise<Entry>>()
  private readonly idle = new Set<Entry>()

  /** Opens the blob at `path`, or shares its open descriptor. Rejects with the error of the file system. */
  async acquire(key: string, path: string): Promise<OpenBlob> {
    const opening = this.entries.get(key) ?? this.open(key, path)
    const entry = await opening
    if (this.entries.get(key) !== opening) return this.acquire(key, path)
    entry.readers += 1
    if (entry.idleTimer) clearTimeout(entry.idleTimer)
    entry.idleTimer = null
    this.idle.delete(entry)
    let released = false
    return {
      size: entry.size,
      read: (into, position) => read(entry.fd, into, position),
      release: () => {
        if (!released) this.release(entry)
        released = true
      },
    }
  }

  /** Call it when the file of a key is removed: later readers open the path again, current ones keep their descriptor. */
  forget(key: string): void {
    this.entries.get(key)?.then(
      (entry) => {
        this.entries.delete(key)
        if (entry.readers === 0) this.closeEntry(entry)
      },
      // Whoever opens it handles the error.
      () => undefined,
    )
  }

  closeIdle(): void {
    for (const entry of this.idle) this.closeEntry(entry)
  }

  private open(key: string, path: string): Promise<Entry> {
    const opening = open(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW).then((fd) => {
      return { key, fd, size: fs.fstatSync(fd).size, readers: 0, idleTimer: null }
    })
    this.entries.set(key, opening)
    opening.catch(() => this.entries.delete(key))
    return opening
  }

  private release(entry: Entry): void {
    entry.readers -= 1
    if (entry.readers > 0) return
    if (!this.entries.has(entry.key)) return void close(entry.fd)
    this.idle.add(entry)
    entry.idleTimer = setTimeout(() => this.closeEntry(entry), idleTimeoutMs)
    entry.idleTimer.unref()
    if (this.idle.size > maxIdleDescriptors) this.closeEntry(this.idle.values().next().value as Entry)
  }

  private closeEntry(entry: Entry): void {
    if (entry.readers > 0) return
    if (entry.idleTimer) clearTimeout(entry.idleTimer)
    const wasIdle = this.idle.delete(entry)
    this.entries.delete(entry.key)
    if (wasIdle) void close(entry.fd)
  }
}
