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
  /** Whether thumbnails are made of files of this media type. */
  wantsThumbnails(mediaType: string): boolean
  /** Called after a file was committed that needs thumbnails. */
  pictureStored(): void
}
