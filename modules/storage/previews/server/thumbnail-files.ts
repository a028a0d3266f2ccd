import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ThumbnailSize, thumbnailWidths } from '../../tree/contract.ts'
import { partialPathOf } from './protocol.ts'

const sizes = Object.keys(thumbnailWidths) as ThumbnailSize[]

const noneIfMissing = (error: NodeJS.ErrnoException): never[] => {
  if (error.code !== 'ENOENT') throw error
  return []
}

/** Names of subfolders, which are the beginnings of keys. */
const foldersIn = async (path: string): Promise<string[]> =>
  (await readdir(path).catch(noneIfMissing)).filter((name) => /^[0-9a-f]{2}$/.test(name))

/** Thumbnails as files under `DATA_DIR/thumbnails`, named by blob key and size. A cache that can be rebuilt. */
export class ThumbnailFiles {
  private readonly root: string
  constructor(dataDir: string) {
    this.root = join(dataDir, 'thumbnails')
  }

  pathOf(key: string, size: ThumbnailSize): string {
    return join(this.root, key.slice(0, 2), key.slice(2, 4), `${key}-${size}.webp`)
  }

  /** Folder of the pages of a document after the first. */
  private pagesOf(key: string): string {
    return join(this.root, key.slice(0, 2), key.slice(2, 4), `${key}-pages`)
  }

  /** Picture of a page after the first. */
  pathOfPage(key: string, page: number): string {
    return join(this.pagesOf(key), `${page}.webp`)
  }

  /** Temporary path for drawing a page, which another process may be drawing too. `keepPage` moves it to its final path. */
  async preparePage(key: string, page: number): Promise<string> {
    await mkdir(this.pagesOf(key), { recursive: true, mode: 0o700 })
    return `${this.pathOfPage(key, page)}.${process.pid}`
  }

  async keepPage(key: string, page: number, drawn: string): Promise<void> {
    await rename(drawn, this.pathOfPage(key, page))
  }

  /** Null before it was drawn. */
  async readPage(key: string, page: number): Promise<Buffer | null> {
    return readFile(this.pathOfPage(key, page)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
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
    const folder = rm(this.pagesOf(key), { recursive: true, force: true })
    const paths = sizes.map((size) => this.pathOf(key, size)).flatMap((path) => [path, partialPathOf(path)])
    await Promise.all([folder, ...paths.map((path) => rm(path, { force: true }))])
  }

  /** Keys of all blobs that have files here, in portions. */
  async *keys(): AsyncIterable<string[]> {
    for (const outer of await foldersIn(this.root)) {
      const keys = new Set<string>()
      for (const inner of await foldersIn(join(this.root, outer)))
        for (const name of await readdir(join(this.root, outer, inner))) keys.add(name.split('-')[0] as string)
      yield [...keys]
    }
  }
}
