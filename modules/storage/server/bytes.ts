import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/index.ts'
import type { Gates } from './gates.ts'
import { registerFiles } from './routes/file.routes.ts'
import { registerUploads } from './routes/upload.routes.ts'
import { Files } from './services/files.ts'
import type { Folders } from './services/folders.ts'
import { ThumbnailFiles } from './services/thumbnail-files.ts'
import { Traffic } from './services/traffic.ts'
import { UploadConflicts } from './services/upload-conflicts.ts'
import { Uploads } from './services/uploads.ts'

/** Everything of storage that touches the bytes of files: uploads, downloads, previews, upkeep. */
export const createBytes = (platform: Platform, gates: Gates, folders: Folders) => {
  const { db, events, settings, blobs, config, log } = platform
  const thumbnailFiles = new ThumbnailFiles(config.dataDir)
  const uploads = new Uploads({ db, events, settings, blobs, gates, folders })
  const conflicts = new UploadConflicts(db)
  const files = new Files({ db, events, blobs, gates, thumbnails: thumbnailFiles })
  const traffic = new Traffic(db, log)
  return {
    api: { uploads, files, traffic },
    routes(app: FastifyInstance): void {
      registerUploads(app, { uploads, conflicts, blobs })
      registerFiles(app, { files, traffic })
    },
    async start(): Promise<void> {},
    async stop(): Promise<void> {
      await traffic.flush()
    },
  }
}
