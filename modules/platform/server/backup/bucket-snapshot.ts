import { Readable } from 'node:stream'
import { BlobError } from '../blobs/store.ts'
import { ContentDigest, digestOf } from './backup-content.ts'
import type { FileDigest, Snapshot } from './backup-store.ts'
import type { BucketFiles } from './bucket-files.ts'

export const snapshotFolder = 'snapshots/'

/** Size and hash of a file's content; null when the file does not exist. */
export const digestOrNull = (content: AsyncIterable<Buffer>) =>
  digestOf(content).catch((error: unknown) => {
    if (error instanceof BlobError && error.reason === 'missing') return null
    throw error
  })

export class BucketSnapshot implements Snapshot {
  readonly id: string
  private readonly files: BucketFiles
  constructor(id: string, files: BucketFiles) {
    this.id = id
    this.files = files
  }

  async write(file: string, content: Readable, signal?: AbortSignal): Promise<FileDigest> {
    const measure = new ContentDigest()
    await this.files.write(this.path(file), measure.through(content), () => {
      signal?.throwIfAborted()
      return true
    })
    return { file, ...measure.digest() }
  }

  read(file: string): Readable {
    return Readable.from(this.files.read(this.path(file)), { objectMode: false })
  }

  size(file: string): Promise<number | null> {
    return this.files.size(this.path(file))
  }

  digest(file: string) {
    return digestOrNull(this.files.read(this.path(file)))
  }

  private path(file: string): string {
    return `${snapshotFolder}${this.id}/${file}`
  }
}
