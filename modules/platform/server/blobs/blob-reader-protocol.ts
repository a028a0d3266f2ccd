/** Files to read whole into one piece of memory that both threads share. */
export interface ReadBatch {
  id: number
  memory: SharedArrayBuffer
  paths: string[]
  /** Offset in `memory` and length of each file, in bytes. */
  slices: [offset: number, length: number][]
}

export interface ReadResult {
  /** 0 reports that the thread is ready. */
  id: number
  /** Present when a file could not be read or is shorter than its slice. */
  failure?: { code: string | undefined; message: string }
}
