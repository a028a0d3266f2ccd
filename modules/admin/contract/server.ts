import type { StorageDriver } from '../../platform/contract.ts'

/** What the environment sets, and pages only show. Secrets are left out. */
export interface ServerFacts {
  /** Name of the variable → its value; null: not set. */
  environment: Record<string, string | null>
  /** The mail server of the settings, without its sign-in; null: none. */
  mailServer: string | null
  node: string
  platform: string
}

/** Where the content of files is stored, without keys. */
export interface StoreFacts {
  driver: StorageDriver
  /** Origin of an object store of no known vendor; null for others. */
  endpoint: string | null
  /** Region of the object store; null on a local disk. */
  region: string | null
  /** Bucket of the object store; null on a local disk. */
  bucket: string | null
  /** Host of the object store, or the folder. */
  place: string
  /** False: the environment decides, or files are being moved. */
  isChangeable: boolean
  isMoving: boolean
  /** True when no file is stored. */
  isEmpty: boolean
}
