import type { BlobStore, Db, Events, SessionLocks, Settings } from '../../../platform/index.ts'
import type { Gates } from '../gates.ts'
import type { Folders } from '../services/folders.ts'

/** What receiving uploads takes. */
export interface UploadsDeps {
  db: Db
  locks: SessionLocks
  events: Events
  settings: Settings
  blobs: BlobStore
  gates: Gates
  folders: Folders
  /** How many contents a replaced file keeps. */
  versions: { limits(): Promise<{ most: number }> }
  /** Called after a picture was committed, for its previews. */
  pictureStored(): void
}
