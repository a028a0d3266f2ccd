import { mkdir, syncFolder } from './files.ts'
import type { BlobPaths } from './paths.ts'

const alreadyExists = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

const maxKnownFolders = 4_096

/** Creates `blobs/aa/bb` and syncs each parent that got a new child (docs/security.md). */
export class BlobFolders {
  private readonly known = new Map<string, Promise<void>>()
  private readonly paths: BlobPaths
  constructor(paths: BlobPaths) {
    this.paths = paths
  }

  ensure(key: string): Promise<void> {
    const path = this.paths.folderOf(key)
    let made = this.known.get(path)
    if (!made) {
      made = this.make(key, path)
      made.catch(() => this.known.delete(path))
      this.known.set(path, made)
      if (this.known.size > maxKnownFolders) this.known.delete(this.known.keys().next().value as string)
    }
    return made
  }

  private async make(key: string, path: string): Promise<void> {
    const outer = `${this.paths.blobs}/${key.slice(0, 2)}`
    const outerIsNew = await this.create(outer)
    const innerIsNew = await this.create(path)
    if (outerIsNew) await syncFolder(this.paths.blobs)
    if (innerIsNew) await syncFolder(outer)
  }

  private async create(path: string): Promise<boolean> {
    try {
      await mkdir(path, 0o700)
      return true
    } catch (error) {
      if (alreadyExists(error)) return false
      throw error
    }
  }
}
