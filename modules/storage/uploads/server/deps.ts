import type { BlobStore, Db, Events, SessionLocks, Settings } from '../../../platform/index.ts'
import type { Entitlements, Folders } from '../../tree/index.ts'

/** What receiving uploads takes. */
export interface UploadsDeps {
  db: Db
  locks: SessionLocks
  events: Events
  settings: Settings
  blobs: BlobStore
  entitlements: Entitlements
  folders: Folders
  /** How many contents a replaced file keeps. */
  versions: { limits(): Promise<{ most: number }> }
  /** Called after a picture was committed, for its previews. */
  pictureStored(): void
}
