/** Files to be read whole into one piece of memory that both threads see. */
export interface ReadOrder {
  task: number
  memory: SharedArrayBuffer
  paths: string[]
  /** Where each begins in `memory`, and how long it is. */
  places: [offset: number, length: number][]
}

export interface ReadAnswer {
  /** 0: the thread is there. */
  task: number
  /** Present when one of them could not be read, or is shorter. */
  failure?: { code: string | undefined; message: string }
}
