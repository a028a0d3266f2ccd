import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'

const keyPattern = /^[0-9a-f]{32}$/

/** `aa/bb/key`: path of a blob below the folder of all blobs. */
export const blobPathOf = (key: string): string => `${valid(key).slice(0, 2)}/${key.slice(2, 4)}/${key}`

/** Folders of the local store below DATA_DIR. Only keys of 32 hex digits become part of a path (A23). */
export class BlobPaths {
  readonly blobs: string
  readonly staging: string
  readonly quarantine: string
  constructor(dataDir: string) {
    this.blobs = join(dataDir, 'blobs')
    this.staging = join(dataDir, 'staging')
    this.quarantine = join(dataDir, 'quarantine')
  }

  /** `blobs/aa/bb` of a key. */
  folderOf(key: string): string {
    return `${this.blobs}/${valid(key).slice(0, 2)}/${key.slice(2, 4)}`
  }

  blob(key: string): string {
    return `${this.blobs}/${blobPathOf(key)}`
  }

  staged(key: string): string {
    return join(this.staging, valid(key))
  }

  quarantined(key: string): string {
    return join(this.quarantine, valid(key))
  }
}

const valid = (key: string): string => {
  if (!keyPattern.test(key)) throw new Error('not a blob key')
  return key
}

export const isBlobKey = (name: string): boolean => keyPattern.test(name)
export const randomBlobKey = (): string => randomBytes(16).toString('hex')

const maxKeysPerFolder = 64
const folderTtlMs = 60_000

/** Generates random keys. Their folder changes every minute or 64 keys, so that the files of a burst need one folder fsync. */
export const createKeyGenerator = (): (() => string) => {
  let prefix = ''
  let left = 0
  let until = 0
  return () => {
    if (left === 0 || Date.now() > until) {
      prefix = randomBytes(2).toString('hex')
      left = maxKeysPerFolder
      until = Date.now() + folderTtlMs
    }
    left -= 1
    // Node generates the random bytes of UUIDs in bulk.
    return prefix + randomUUID().replaceAll('-', '').slice(4)
  }
}
