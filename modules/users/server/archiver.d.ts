/** The part of `archiver` that exports use; the package has no types. */
declare module 'archiver' {
  import type { Readable } from 'node:stream'

  export interface EntryData {
    name: string
    date?: Date
  }

  export class ZipArchive extends Readable {
    constructor(options: { store: boolean })
    append(source: Readable | Buffer | string, entry: EntryData): this
    finalize(): Promise<void>
  }
}
