import { S3Objects } from '../blobs/s3/s3-objects.ts'
import { partAt } from '../blobs/s3/s3-parts.ts'
import { S3Reader } from '../blobs/s3/s3-reader.ts'
import { BlobError } from '../blobs/store.ts'
import { MemoryBudget } from '../memory-budget.ts'
import { piecesOf } from './backup-content.ts'
import { BackupError } from './backup-store.ts'
import { type BackupLocation, locationName } from './backup-url.ts'
import { MultipartWriter } from './multipart-writer.ts'

/** Memory of all parts that are being filled and sent. */
const partMemory = new MemoryBudget(64 << 20)

/** The content to be stored cannot be read; the bucket did not fail. */
class ContentError extends Error {}

async function* contentOf(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw new ContentError('', { cause: error })
  }
}

export interface BucketFile {
  path: string
  size: number
}

/** Files in a bucket, below a prefix. Failures are `BackupError`; only a missing file is a `BlobError`. */
export class BucketFiles {
  readonly name: string
  private readonly objects: S3Objects
  private readonly prefix: string

  constructor(target: BackupLocation) {
    const { location, prefix } = target
    this.objects = new S3Objects(location)
    this.prefix = prefix
    this.name = locationName(target)
  }

  /** Stores a file if, once all of `content` arrived, `keep` returns true. Resolves with the result of `keep`. */
  async write(path: string, content: AsyncIterable<Buffer>, keep: () => boolean = () => true): Promise<boolean> {
    return this.mapErrors(async () => {
      const writer = new MultipartWriter(this.objects, this.prefix + path)
      try {
        for await (const part of partsIn(contentOf(content))) await writer.send(part)
        if (!keep()) return false
        await writer.finish()
        return true
      } finally {
        await writer.close()
      }
    })
  }

  /** The content of a file. Throws `BlobError` `missing` when there is none. */
  async *read(path: string): AsyncIterable<Buffer> {
    const blob = await this.mapErrors(() => S3Reader.open(this.objects, this.prefix + path))
    try {
      for await (const piece of piecesOf(blob)) yield piece
    } catch (error) {
      throw this.asBackupError(error)
    } finally {
      blob.release()
    }
  }

  /** In bytes; null when there is no such file. */
  async size(path: string): Promise<number | null> {
    return (await this.mapErrors(() => this.objects.stat(this.prefix + path)))?.size ?? null
  }

  /** A small file as text; null when there is none. */
  async text(path: string): Promise<string | null> {
    return this.mapErrors(() => this.objects.marks.read(this.prefix + path))
  }

  /** The text of a small file; creates it as `proposed` where it is missing. Concurrent calls all get the same text. */
  claim(path: string, proposed: string): Promise<string> {
    return this.mapErrors(() => this.objects.marks.claim(this.prefix + path, proposed))
  }

  /** The files of a folder, in the order of their paths. */
  async *list(folder: string): AsyncIterable<BucketFile> {
    try {
      for await (const { name, size } of this.objects.list(this.prefix + folder))
        yield { path: name.slice(this.prefix.length), size }
    } catch (error) {
      throw this.asBackupError(error)
    }
  }

  remove(path: string): Promise<void> {
    return this.mapErrors(() => this.objects.delete(this.prefix + path))
  }

  close(): void {
    this.objects.close()
  }

  private async mapErrors<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw this.asBackupError(error)
    }
  }

  private asBackupError(error: unknown): unknown {
    if (error instanceof ContentError) return error.cause
    if (!(error instanceof BlobError) || error.reason === 'missing') return error
    const { message } = (error.cause ?? error) as Error
    return new BackupError(`the object store ${this.name} cannot be used: ${message.split('\n')[0]}`, { cause: error })
  }
}

/** The parts of a multipart upload. The caller may use a part until it requests the next one. */
async function* partsIn(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let held = 0
  let filled: Buffer[] = []
  let bytes = 0
  let number = 1
  try {
    for await (let piece of content) {
      while (piece.length > 0) {
        const size = partAt(number).end - partAt(number).start
        if (bytes === 0) {
          await partMemory.acquire(size)
          held = size
        }
        const taken = piece.subarray(0, size - bytes)
        filled.push(taken)
        bytes += taken.length
        piece = piece.subarray(taken.length)
        if (bytes < size) continue
        yield Buffer.concat(filled)
        partMemory.release(held)
        ;[held, filled, bytes, number] = [0, [], 0, number + 1]
      }
    }
    if (bytes > 0 || number === 1) yield Buffer.concat(filled)
  } finally {
    if (held > 0) partMemory.release(held)
  }
}
