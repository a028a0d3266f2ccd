import type { BlobStore, Db, Events, SessionLocks, Settings } from '../../../platform/index.ts'
import type { Entitlements, Folders } from '../../tree/index.ts'

/** Dependencies of `Uploads`. */
export interface UploadsDeps {
  db: Db
  locks: SessionLocks
  events: Events
  settings: Settings
  blobs: BlobStore
  entitlements: Entitlements
  folders: Folders
  /** How many versions a replaced file keeps. */
  versions: { limits(): Promise<{ maxVersions: number }> }
  /** Called after a file was committed that needs thumbnails. */
  pictureStored(): void
}
