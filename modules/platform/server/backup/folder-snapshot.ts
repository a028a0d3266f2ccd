import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../blobs/files.ts'
import { isUnreadable } from '../blobs/unreadable.ts'
import { ContentDigest, digestOf, pieceBytes } from './backup-content.ts'
import type { FileDigest, Snapshot } from './backup-store.ts'
import type { FolderOwner } from './folder-owner.ts'
import type { FolderSpace } from './folder-space.ts'
import { nullIfMissing } from './null-if-missing.ts'

/** Size and hash of a file; null when the file does not exist, or its disk cannot read it. */
export const digestFile = (path: string) =>
  digestOf(createReadStream(path, { highWaterMark: pieceBytes })).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || isUnreadable(error)) return null
    throw error
  })

export class FolderSnapshot implements Snapshot {
  readonly id: string
  private readonly path: string
  private readonly owner: FolderOwner
  private readonly space: FolderSpace
  constructor(id: string, path: string, owner: FolderOwner, space: FolderSpace) {
    this.id = id
    this.path = path
    this.owner = owner
    this.space = space
  }

  write(file: string, content: Readable, signal?: AbortSignal): Promise<FileDigest> {
    return this.space.mapErrors(() => this.writeFile(file, content, signal))
  }

  private async writeFile(file: string, content: Readable, signal?: AbortSignal): Promise<FileDigest> {
    const path = join(this.path, file)
    await this.owner.makeFolder(dirname(path))
    const measure = new ContentDigest()
    await pipeline(
      content,
      (source: AsyncIterable<Buffer>) => this.space.limit(measure.through(source)),
      createWriteStream(path, { mode: 0o600, flush: true }),
      { signal },
    )
    await this.owner.give(path)
    await syncFolder(dirname(path))
    return { file, ...measure.digest() }
  }

  read(file: string): Readable {
    return createReadStream(join(this.path, file))
  }

  async size(file: string): Promise<number | null> {
    const path = join(this.path, file)
    return (await nullIfMissing(path, stat(path)))?.size ?? null
  }

  digest(file: string) {
    return digestFile(join(this.path, file))
  }
}
