import { mkdir, readdir } from './files.ts'
import type { BlobPaths } from './paths.ts'

const namePattern = /^[0-9a-f]{2}$/
const numberOf = (hex: string): number => Number.parseInt(hex, 16)

const ignoreExisting = (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
}

/**
 * Creates `blobs/aa/bb` and makes it durable (docs/security.md). A folder that exists counts as durable only after this
 * process has synced its parent: an earlier sync may have failed, or another process may not have come to it yet.
 */
export class BlobFolders {
  /** 1 for each durable `aa`, at the index that its hex digits give; `inner`: for each durable `aa/bb`. */
  private readonly outer = new Uint8Array(1 << 8)
  private readonly inner = new Uint8Array(1 << 16)
  private readonly running = new Map<string, Promise<void>>()
  private readonly paths: BlobPaths
  private readonly sync: (folder: string) => Promise<void>

  /** `sync` makes the entries of a folder durable that exist when it is called. */
  constructor(paths: BlobPaths, sync: (folder: string) => Promise<void>) {
    this.paths = paths
    this.sync = sync
  }

  /** Resolves when the folder of this key is durable. */
  async ensure(key: string): Promise<void> {
    const { blobs } = this.paths
    const [outer, inner] = [key.slice(0, 2), key.slice(2, 4)]
    if (this.inner[numberOf(outer + inner)]) return
    if (!this.outer[numberOf(outer)]) await this.once(blobs, outer, this.outer, '')
    await this.once(`${blobs}/${outer}`, inner, this.inner, outer)
  }

  /** Concurrent calls for the same folder share one run. */
  private once(parent: string, name: string, durable: Uint8Array, prefix: string): Promise<void> {
    const path = `${parent}/${name}`
    let run = this.running.get(path)
    if (!run) {
      run = this.make(parent, path)
        .then((names) => {
          for (const made of names) durable[numberOf(prefix + made)] = 1
        })
        .finally(() => this.running.delete(path))
      this.running.set(path, run)
    }
    return run
  }

  /**
   * Creates a folder and syncs its parent. Resolves with the names of all folders in `parent`, which this sync made durable
   * too: they need no sync of their own.
   */
  private async make(parent: string, path: string): Promise<string[]> {
    await mkdir(path, 0o700).catch(ignoreExisting)
    const names = await readdir(parent)
    await this.sync(parent)
    return names.filter((name) => namePattern.test(name))
  }
}
