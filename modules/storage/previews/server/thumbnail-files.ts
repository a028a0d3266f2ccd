import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ThumbnailSize, thumbnailWidths } from '../../tree/contract.ts'

const sizes = Object.keys(thumbnailWidths) as ThumbnailSize[]

/** Thumbnails as files under `DATA_DIR/thumbnails`, named by blob key and size. A cache that can be rebuilt. */
export class ThumbnailFiles {
  private readonly root: string
  constructor(dataDir: string) {
    this.root = join(dataDir, 'thumbnails')
  }

  pathOf(key: string, size: ThumbnailSize): string {
    return join(this.root, key.slice(0, 2), key.slice(2, 4), `${key}-${size}.webp`)
  }

  async prepare(key: string): Promise<void> {
    await mkdir(join(this.root, key.slice(0, 2), key.slice(2, 4)), { recursive: true, mode: 0o700 })
  }

  /** The requested size, else the next larger, else the largest smaller one; null without any. */
  async read(key: string, size: ThumbnailSize): Promise<Buffer | null> {
    const at = sizes.indexOf(size)
    for (const candidate of [...sizes.slice(at), ...sizes.slice(0, at).reverse()]) {
      try {
        return await readFile(this.pathOf(key, candidate))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    return null
  }

  async remove(key: string): Promise<void> {
    await Promise.all(sizes.map((size) => rm(this.pathOf(key, size), { force: true })))
  }
}
