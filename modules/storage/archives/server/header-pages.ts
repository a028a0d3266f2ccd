import { randomUUID } from 'node:crypto'
import { closeSync, openSync, read, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryBudget } from '../../../platform/index.ts'

/** Bytes of a layout's pages that stay in memory, enough for some 150,000 entries. */
const maxMemoryBytes = 16 << 20
/** Bytes of the pages of all callers' layouts that stay in memory. */
const maxTotalMemoryBytes = 64 << 20

const sharedMemory = new MemoryBudget(maxTotalMemoryBytes)

/**
 * Pages of a layout. Pages beyond `maxMemoryBytes`, or for which `memory` has no room, are written to an unlinked file in
 * `folder`.
 */
export class HeaderPages {
  private readonly folder: string
  private readonly memory: MemoryBudget
  private readonly inMemory: Buffer[] = []
  private readonly spills: { at: number; length: number }[] = []
  private bytes = 0
  private fileLength = 0
  private fd: number | null = null
  constructor(folder: string, memory = sharedMemory) {
    this.folder = folder
    this.memory = memory
  }

  add(page: Buffer): void {
    const { bytes, spills } = this
    if (spills.length === 0 && bytes + page.length <= maxMemoryBytes && this.memory.tryAcquire(page.length)) {
      this.inMemory.push(page)
      this.bytes += page.length
      return
    }
    this.fd ??= openUnlinked(this.folder)
    // A disk that becomes full writes only a part, without an error.
    if (writeSync(this.fd, page, 0, page.length, this.fileLength) !== page.length)
      throw Object.assign(new Error('short write'), { code: 'ENOSPC' })
    spills.push({ at: this.fileLength, length: page.length })
    this.fileLength += page.length
  }

  get(index: number): Buffer | Promise<Buffer> {
    const page = this.inMemory[index]
    if (page) return page
    const spill = this.spills[index - this.inMemory.length]
    if (!spill || this.fd === null) throw new Error('no such page')
    return readPage(this.fd, spill.at, spill.length)
  }

  /** Releases memory and file; may be called again. */
  close(): void {
    this.memory.release(this.bytes)
    this.bytes = 0
    this.inMemory.length = 0
    if (this.fd !== null) closeSync(this.fd)
    this.fd = null
  }
}

const readPage = (fd: number, offset: number, length: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const page = Buffer.allocUnsafe(length)
    read(fd, page, 0, length, offset, (error, bytes) => {
      if (error) reject(error)
      else if (bytes === length) resolve(page)
      else reject(new Error('page file is too short'))
    })
  })

/** Unlinks the file immediately, so that a crash does not leave it behind. */
const openUnlinked = (folder: string): number => {
  const path = join(folder, `coffer-zip-${randomUUID()}`)
  const fd = openSync(path, 'wx+', 0o600)
  rmSync(path)
  return fd
}
