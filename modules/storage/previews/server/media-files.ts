import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenBlob } from '../../../platform/index.ts'

/** Time without a change after which a file that is being written counts as left by a process that ended. */
const abandonedAfterMs = 2 * 60_000

/** A finished preview. `partial`: it has the beginning only. */
interface MediaFile {
  path: string
  partial: boolean
}

const finishedName = (key: string, { partial }: Pick<MediaFile, 'partial'>) =>
  partial ? `${key}-beginning.mp4` : `${key}.mp4`

/** Null for a file that does not exist. */
const statIfExists = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

/**
 * Previews of films and sounds as files under `DATA_DIR/thumbnails/media`, named by blob key. A cache that can be rebuilt.
 */
export class MediaFiles {
  private readonly root: string
  constructor(dataDir: string) {
    this.root = join(dataDir, 'thumbnails', 'media')
  }

  private pathOf(key: string, name: string): string {
    return join(this.root, key.slice(0, 2), name)
  }

  private partOf(key: string): string {
    return this.pathOf(key, `${key}.part`)
  }

  /** Null before it was made. */
  async find(key: string): Promise<MediaFile | null> {
    for (const partial of [false, true]) {
      const path = this.pathOf(key, finishedName(key, { partial }))
      if (await statIfExists(path)) return { path, partial }
    }
    return null
  }

  /** Path for writing a preview; null while another process of the installation writes the same. */
  async claim(key: string): Promise<string | null> {
    const path = this.partOf(key)
    const present = await statIfExists(path)
    if (present && Date.now() - present.mtimeMs < abandonedAfterMs) return null
    await rm(path, { force: true })
    await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    await file?.close()
    return file && path
  }

  async keep(key: string, made: Pick<MediaFile, 'partial'>): Promise<void> {
    await rename(this.partOf(key), this.pathOf(key, finishedName(key, made)))
  }

  async discard(key: string): Promise<void> {
    await rm(this.partOf(key), { force: true })
  }

  /** Opens a finished preview, which then counts as used. */
  async open({ path }: MediaFile): Promise<OpenBlob> {
    const now = new Date()
    await utimes(path, now, now)
    const file = await open(path, 'r')
    return {
      size: (await file.stat()).size,
      read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
      release: () => void file.close(),
    }
  }

  async remove(key: string): Promise<void> {
    const finished = [false, true].map((partial) => finishedName(key, { partial }))
    const names = [...finished, `${key}.part`]
    await Promise.all(names.map((name) => rm(this.pathOf(key, name), { force: true })))
  }

  /** Deletes previews that were not opened since `before`. Resolves to the number of files. */
  async removeUnused(before: Date): Promise<number> {
    let removed = 0
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return []
      },
    )
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isFile() || (await stat(path)).mtime >= before) continue
      await rm(path, { force: true })
      removed += 1
    }
    return removed
  }
}
