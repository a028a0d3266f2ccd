import type { StorageDriver } from '../../platform/contract.ts'

/** Configuration that the environment sets: pages can only show it. Without secrets. */
export interface ServerConfig {
  /** Name of the variable → its value; null: not set. */
  environment: Record<string, string | null>
  /** The mail server of the settings, without its sign-in; null: none. */
  mailServer: string | null
  node: string
  platform: string
}

/** The store of the files' content, without keys. */
export interface StoreDetails {
  driver: StorageDriver
  /** Origin of an object store of no known vendor; null for others. */
  endpoint: string | null
  /** Region of the object store; null on a local disk. */
  region: string | null
  /** Bucket of the object store; null on a local disk. */
  bucket: string | null
  /** Host of the object store; on a local disk the folder. */
  location: string
  /** False: the environment decides, or files are being moved. */
  isChangeable: boolean
  isMoving: boolean
  /** True when no file is stored. */
  isEmpty: boolean
}
