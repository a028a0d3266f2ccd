import type { FastifyInstance } from 'fastify'
import { accountChanged, type Platform, settingsChanged } from '../../platform/index.ts'
import { registerZip, Zip, ZipContents, ZipRequests } from '../archives/index.ts'
import {
  DirectDownloads,
  Files,
  NginxSender,
  registerFiles,
  registerMediaPreviews,
  registerNginxReports,
  registerThumbnails,
  registerVersions,
  TokenAuthenticators,
  Traffic,
} from '../downloads/index.ts'
import { Extractions, extractionRoutes } from '../extraction/index.ts'
import { limitHistory, purgeHistory } from '../history/index.ts'
import { BlobUnlinker, createMaintenance, GarbageCollector } from '../maintenance/index.ts'
import { offlineRoutes } from '../offline/index.ts'
import type { Operations } from '../operations/index.ts'
import {
  DocumentPages,
  findFfmpeg,
  MediaFiles,
  MediaPreviews,
  removeStrayThumbnails,
  TextFormatter,
  ThumbnailFiles,
  Thumbnails,
} from '../previews/index.ts'
import type { GrantRegistry } from '../remote-upload/index.ts'
import { RemoteUploads, registerRemoteUploads } from '../remote-upload/index.ts'
import { ContentIndex } from '../search/index.ts'
import type { Entitlements, Folders, Purge, RequestScopes, Trash } from '../tree/index.ts'
import { PurgeTrash, Versions } from '../tree/index.ts'
import {
  OpenUploads,
  registerOpenUploads,
  registerUploads,
  shareTargetRoutes,
  UploadConflicts,
  Uploads,
} from '../uploads/index.ts'
import { removeUnused } from '../webdav/index.ts'
import { rateLimits } from './rate-limits.ts'

/** Services that access the content of files: uploads, downloads, previews, archives, maintenance. */
export const createContentServices = (
  platform: Platform,
  entitlements: Entitlements,
  tree: {
    folders: Folders
    purge: Purge
    grants: GrantRegistry
    scopes: RequestScopes
    trash: Trash
    operations: Operations
  },
) => {
  const { db, locks, events, settings, blobs, jobs, config, log, i18n, limiter } = platform
  const thumbnailFiles = new ThumbnailFiles(config.dataDir)
  const ffmpeg = findFfmpeg()
  const thumbnails = new Thumbnails({ db, blobs, jobs, files: thumbnailFiles, log, ffmpeg })
  const mediaFiles = new MediaFiles(config.dataDir)
  const media = new MediaPreviews({ db, blobs, files: mediaFiles, log, ffmpeg })
  const pages = new DocumentPages(db, blobs, thumbnailFiles)
  const contentIndex = new ContentIndex({ db, blobs, jobs, events, settings, log })
  const textFormatter = new TextFormatter()
  const pictureStored = () => thumbnails.scheduleJob()
  const versions = new Versions(platform)
  const uploads = new Uploads({
    db,
    locks,
    events,
    settings,
    blobs,
    entitlements,
    folders: tree.folders,
    versions,
    wantsThumbnails: thumbnails.supports,
    pictureStored,
  })
  platform.realtime.listen(accountChanged, (userId) => uploads.permissionsChanged(userId))
  platform.realtime.listen(settingsChanged, () => uploads.permissionsChanged())
  platform.realtime.listen(settingsChanged, () => contentIndex.settingsChanged())
  const openUploads = new OpenUploads(db, uploads)
  const remote = new RemoteUploads({ ...platform, entitlements, grants: tree.grants, uploads })
  const extractions = new Extractions({
    ...platform,
    ...tree,
    entitlements,
    uploads,
    countItems: (ownerId, by, tx) => limiter.consume(rateLimits.extractedItemsPerAccount, [ownerId], { by, tx }),
  })
  const conflicts = new UploadConflicts(db)
  const onMissingThumbnail = (blobId: string) => {
    thumbnails
      .prioritizeBlobs([blobId])
      .catch((error: unknown) => log.warn({ err: error }, 'cannot prioritize thumbnail'))
  }
  const onLostThumbnail = (blobId: string) => {
    thumbnails
      .requestAgain(blobId)
      .catch((error: unknown) => log.warn({ err: error }, 'cannot make a lost thumbnail again'))
  }
  const maintenance = createMaintenance(platform)
  const onDamagedContent = (blobId: string) => {
    maintenance.checkBlob(blobId).catch((error: unknown) => log.warn({ err: error }, 'cannot check damaged content'))
  }
  const files = new Files({
    db,
    events,
    workers: platform.workers,
    blobs,
    entitlements,
    thumbnails: thumbnailFiles,
    pages,
    media,
    onMissingThumbnail,
    onLostThumbnail,
    onDamagedContent,
  })
  const traffic = new Traffic(db, log)
  const nginx = NginxSender.of(platform)
  const directDownloads = new DirectDownloads({ files, traffic, blobs, settings, entitlements, config })
  const zip = new Zip({ db, events, workers: platform.workers, blobs, entitlements, dataDir: config.dataDir })
  const zipContents = new ZipContents(files)
  const zipRequests = new ZipRequests(db)
  const unlinker = new BlobUnlinker({ db, locks, blobs, jobs, log }, [thumbnailFiles, mediaFiles])
  const garbageCollector = new GarbageCollector(db, blobs, unlinker, log, jobs.signal)
  new PurgeTrash(platform, tree.purge)
  const { scopes } = tree
  const tokenAuthenticators = new TokenAuthenticators(scopes)
  jobs.define('gc-uploads', () => garbageCollector.run({ isJob: true }), { cron: '17 * * * *', isLong: true })
  jobs.define('cleanup-webdav', () => removeUnused(db), { cron: '37 * * * *' })
  jobs.define('cleanup-zips', () => zipRequests.deleteExpired(), { cron: '27 * * * *' })
  jobs.define('cleanup-media-previews', () => media.removeUnused(), { cron: '43 4 * * *' })
  jobs.define('cleanup-thumbnails', () => removeStrayThumbnails(db, thumbnailFiles, jobs.signal), { cron: '3 5 * * 0' })
  jobs.define('purge-versions', () => versions.purge(), { cron: '53 3 * * *', isLong: true })
  jobs.define('purge-history', () => purgeHistory(platform), { cron: '23 4 * * *', isLong: true })
  jobs.define('limit-history', () => limitHistory(platform, 'busy'), { cron: '*/10 * * * *', isLong: true })
  jobs.define('limit-all-history', () => limitHistory(platform, 'all'), { cron: '33 4 * * *', isLong: true })
  events.on('storage.items.purged', () => unlinker.soon())
  return {
    api: {
      blobs,
      versions,
      tokenAuthenticators,
      conflicts,
      uploads,
      openUploads,
      remote,
      extractions,
      files,
      traffic,
      nginx,
      zip,
      zipRequests,
      thumbnails,
      contentIndex,
      textFormatter,
      zipContents,
      garbageCollector,
      fsck: maintenance.fsck,
      maintenance,
    },
    routes(app: FastifyInstance): void {
      registerUploads(app, { uploads, conflicts, blobs, scopes, trash: tree.trash })
      registerOpenUploads(app, openUploads)
      shareTargetRoutes(app)
      offlineRoutes(app)
      registerRemoteUploads(app, { remote, i18n, scopes })
      extractionRoutes(app, { extractions, scopes })
      registerFiles(app, { files, traffic, nginx, tokenAuthenticators, directDownloads })
      if (nginx) registerNginxReports(app, nginx)
      registerMediaPreviews(app, { files, tokenAuthenticators })
      registerThumbnails(app, { files, thumbnails, tokenAuthenticators, scopes })
      registerVersions(app, { versions, files, traffic, nginx, scopes })
      registerZip(app, { zip, zipRequests, traffic, scopes })
    },
    /** Call it after the migrations, when `jobs` runs. */
    async start(): Promise<void> {
      await thumbnails.start()
      contentIndex.start()
      remote.start()
      extractions.start()
    },
    async stop(): Promise<void> {
      maintenance.stop()
      await unlinker.stop()
      await remote.stop()
      await extractions.stop()
      await thumbnails.stop()
      await contentIndex.stop()
      pages.stop()
      media.stop()
      textFormatter.stop()
      nginx?.stop()
      await traffic.flush()
    },
  }
}
