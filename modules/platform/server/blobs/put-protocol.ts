export interface PutOrder {
  task: number
  /** Paths before and after the rename. */
  staged: string
  blob: string
  bytes: Uint8Array
}

export interface PutAnswer {
  task: number
  /** Missing when all of it worked. */
  failedAt?: 'write' | 'sync' | 'rename'
  code?: string
  message?: string
}
