import fs from 'node:fs'
import { close, open, read } from './files.ts'
import type { OpenBlob } from './store.ts'

interface Entry {
  key: string
  fd: number
  size: number
  users: number
  timer: NodeJS.Timeout | null
}

/** Below the two seconds in which an aborted download must have let go (A37). */
const idleLife = 1_500
const mostIdle = 64

/** Descriptors of blobs being read, kept for a moment after the last reader: a player asks for range after range. */
export class Descriptors {
  private readonly entries = new Map<string, Promise<Entry>>()
  private readonly idle = new Set<Entry>()

  async take(key: string, path: string): Promise<OpenBlob> {
    const opening = this.entries.get(key) ?? this.open(key, path)
    const entry = await opening
    if (this.entries.get(key) !== opening) return this.take(key, path)
    entry.users += 1
    if (entry.timer) clearTimeout(entry.timer)
    entry.timer = null
    this.idle.delete(entry)
    let released = false
    return {
      size: entry.size,
      read: (into, position) => read(entry.fd, into, position),
      release: () => {
        if (!released) this.giveBack(entry)
        released = true
      },
    }
  }

  /** After its file is gone nobody new reads it. */
  forget(key: string): void {
    void this.entries.get(key)?.then((entry) => {
      this.entries.delete(key)
      if (entry.users === 0) this.end(entry)
    })
  }

  closeIdle(): void {
    for (const entry of this.idle) this.end(entry)
  }

  private open(key: string, path: string): Promise<Entry> {
    const opening = open(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW).then((fd) => {
      return { key, fd, size: fs.fstatSync(fd).size, users: 0, timer: null }
    })
    this.entries.set(key, opening)
    opening.catch(() => this.entries.delete(key))
    return opening
  }

  private giveBack(entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    if (!this.entries.has(entry.key)) return void close(entry.fd)
    this.idle.add(entry)
    entry.timer = setTimeout(() => this.end(entry), idleLife)
    entry.timer.unref()
    if (this.idle.size > mostIdle) this.end(this.idle.values().next().value as Entry)
  }

  private end(entry: Entry): void {
    if (entry.users > 0) return
    if (entry.timer) clearTimeout(entry.timer)
    const known = this.idle.delete(entry)
    this.entries.delete(entry.key)
    if (known) void close(entry.fd)
  }
}
