import { AdaptiveIo } from './adaptive-io.ts'
import { BlobReader } from './blob-reader.ts'
import { readFile, readFileSync } from './files.ts'

/** From this many files on, a message to the reader thread pays off. */
const minThreadReads = 16

interface SmallRead {
  path: string
  into: Buffer
}

/** Reads whole small files into buffers of the caller. */
export class SmallFileReader {
  private readonly io = new AdaptiveIo()
  private readonly reader = new BlobReader()

  /** Reads all files. Rejects with the error of the file system when one cannot be read. */
  read(files: readonly SmallRead[]): Promise<void> {
    return files.length >= minThreadReads ? this.readMany(files) : this.readFew(files)
  }

  close(): void {
    this.reader.close()
  }

  private async readFew(files: readonly SmallRead[]): Promise<void> {
    const reads = files.map(({ path, into }) =>
      this.io.run(
        () => readFileSync(path, into),
        () => readFile(path, into),
      ),
    )
    for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason
  }

  /** Uses the reader thread when it is ready and all buffers lie in one piece of shared memory. */
  private readMany(files: readonly SmallRead[]): Promise<void> {
    const memory = files[0]?.into.buffer
    if (
      !(memory instanceof SharedArrayBuffer) ||
      files.some(({ into }) => into.buffer !== memory) ||
      !this.reader.ready()
    )
      return this.readFew(files)
    return this.reader.read({
      memory,
      paths: files.map(({ path }) => path),
      slices: files.map(({ into }) => [into.byteOffset, into.length]),
    })
  }
}
