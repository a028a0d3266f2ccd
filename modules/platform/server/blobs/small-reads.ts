import { readFile, readFileSync } from './files.ts'
import { Quick } from './quick.ts'
import { Reader } from './reader.ts'

/** So many small files are worth a visit to the reading thread. */
const minThreadReads = 16

export interface SmallRead {
  path: string
  into: Buffer
}

/** Reads whole small files into the memory of their caller. */
export class SmallReads {
  private readonly quick = new Quick()
  private readonly reader = new Reader()

  /** Rejects with the error of the file system when one of them cannot be read. */
  read(files: readonly SmallRead[]): Promise<void> {
    return files.length >= minThreadReads ? this.readMany(files) : this.readFew(files)
  }

  close(): void {
    this.reader.close()
  }

  private async readFew(files: readonly SmallRead[]): Promise<void> {
    const reads = files.map(({ path, into }) =>
      this.quick.run(
        () => readFileSync(path, into),
        () => readFile(path, into),
      ),
    )
    for (const read of await Promise.allSettled(reads)) if (read.status === 'rejected') throw read.reason
  }

  /** In a thread of their own, if it may write where they are wanted. */
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
      places: files.map(({ into }) => [into.byteOffset, into.length]),
    })
  }
}
