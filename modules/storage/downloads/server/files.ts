import {
  BlobError,
  type BlobRange,
  type BlobStore,
  type Db,
  type Events,
  type OpenBlob,
  type Platform,
  sha256,
  TtlCache,
} from '../../../platform/index.ts'
import type { MediaPreviewState } from '../../previews/contract.ts'
import type { DocumentPages, MediaPreviews, ThumbnailFiles } from '../../previews/index.ts'
import type { ThumbnailSize } from '../../tree/contract.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, asAppError, etagOf, type FileMetadata, findFile, storageErrors } from '../../tree/index.ts'
import { BlobCache, maxCachedBlobBytes } from './blob-cache.ts'

interface FileDownloadsDeps {
  db: Db
  events: Events
  workers: Platform['workers']
  blobs: BlobStore
  entitlements: Entitlements
  thumbnails: ThumbnailFiles
  pages: DocumentPages
  media: MediaPreviews
  /** Called when a thumbnail is requested that was not made yet. */
  onMissingThumbnail: (blobId: string) => void
  /** Called when thumbnails that were made are not on this machine. */
  onLostThumbnail: (blobId: string) => void
  /** Called when stored content is missing, or not as it was written. */
  onDamagedContent: (blobId: string) => void
}

/** Throws 500 `integrity` for content that a check has found damaged. */
export const rejectDamaged = ({ isDamaged }: Pick<FileMetadata, 'isDamaged'>): void => {
  if (isDamaged) throw storageErrors.fail('integrity')
}

const cacheLimits = { ttlMs: 1_000, maxEntries: 10_000 }
const topic = 'file-metadata'

/** Access to files: authorization, metadata and content. */
export class Files {
  /** By file and root of the scope. Any change of the owner's items drops them. */
  private readonly metadata = new TtlCache<FileMetadata>(cacheLimits)
  private readonly downloadEntitlements = new TtlCache<{ allowed: boolean }>(cacheLimits)
  private readonly cache = new BlobCache()
  private readonly deps: FileDownloadsDeps
  constructor(deps: FileDownloadsDeps) {
    this.deps = deps
    const { events, workers } = deps
    workers.listen(topic, (ownerId) => this.metadata.invalidate(ownerId))
    const invalidate = ({ ownerId }: { ownerId: string }) => {
      this.metadata.invalidate(ownerId)
      workers.tell(topic, ownerId)
    }
    for (const name of [
      'storage.items.trashed',
      'storage.items.moved',
      'storage.items.purged',
      'storage.items.restored',
    ] as const)
      events.on(name, invalidate)
    events.on('storage.item.renamed', invalidate)
    events.on('storage.file.created', invalidate)
  }

  /** Metadata of an active file. 404 outside the scope, 401 when the owner's account may not download. */
  async find(scope: Scope, id: string): Promise<FileMetadata> {
    const file = await this.cachedMetadata(scope, id)
    await this.allowDownload(scope)
    return file
  }

  /** As `find`, for a file in the caller's own trash, which owners preview before they restore it; 404 otherwise (A19). */
  async findTrashed(scope: Scope, id: string): Promise<FileMetadata> {
    if (scope.root !== null || scope.actor.userId !== scope.ownerId) throw storageErrors.fail('item-not-found')
    const file = await findFile(this.deps.db, scope, id, { includeTrashed: true })
    await this.allowDownload(scope)
    return file
  }

  private async allowDownload(scope: Scope): Promise<void> {
    allow(scope, 'download')
    const { ownerId } = scope
    const { allowed } = await this.downloadEntitlements.get(ownerId, 'download', () =>
      this.deps.entitlements.canDownload(ownerId),
    )
    if (!allowed) throw storageErrors.fail('download-restricted')
  }

  /** Content of a small file, compared with its hash and cached in memory; null for a large one. 500 when it is damaged. */
  async small(file: FileMetadata): Promise<Buffer | null> {
    rejectDamaged(file)
    if (file.size > maxCachedBlobBytes) return null
    const cached = this.cache.get(file.key)
    if (cached) return cached
    const blob = await this.open(file)
    try {
      const content = Buffer.allocUnsafeSlow(file.size)
      const bytes = await blob.read(content, 0)
      if (bytes !== file.size || etagOf(sha256(content)) !== file.etag) throw this.damaged(file)
      this.cache.set(file.key, content)
      return content
    } catch (error) {
      throw asAppError(error)
    } finally {
      blob.release()
    }
  }

  /** The first bytes of an active file, for a preview; at most `limit`. Errors as `find` and `open`. */
  async beginning(scope: Scope, id: string, limit: number): Promise<Buffer> {
    const file = await this.find(scope, id)
    const small = await this.small(file)
    if (small) return small.subarray(0, limit)
    const content = Buffer.allocUnsafeSlow(Math.min(limit, file.size))
    const blob = await this.open(file, { start: 0, end: content.length - 1 })
    try {
      return content.subarray(0, await blob.read(content, 0))
    } catch (error) {
      throw asAppError(error)
    } finally {
      blob.release()
    }
  }

  /**
   * Opens the content, to read `range` of it (default: all); call `release` afterwards. 404 when the blob is missing, 500
   * when it is damaged.
   */
  async open(file: FileMetadata, range?: BlobRange) {
    rejectDamaged(file)
    try {
      const blob = await this.deps.blobs.open(file.key, range)
      if (blob.size === file.size) return blob
      blob.release()
    } catch (error) {
      if (error instanceof BlobError && error.reason === 'missing') this.deps.onDamagedContent(file.blobId)
      throw asAppError(error)
    }
    throw this.damaged(file)
  }

  private damaged({ blobId }: FileMetadata): Error {
    this.deps.onDamagedContent(blobId)
    return storageErrors.fail('integrity')
  }

  /**
   * A thumbnail of at least that size, else the largest one; 404 without any. Owners also receive thumbnails of trashed
   * files, which help to decide what to restore.
   */
  async thumbnail(scope: Scope, id: string, size: ThumbnailSize): Promise<{ file: FileMetadata; content: Buffer }> {
    const own = scope.root === null
    const cached = await this.cachedMetadata(scope, id).catch((error: unknown) => {
      if (own) return findFile(this.deps.db, scope, id, { includeTrashed: true })
      throw error
    })
    // Cached metadata may be older than the thumbnail.
    const file =
      cached.thumbnailStatus === 'pending' ? await findFile(this.deps.db, scope, id, { includeTrashed: own }) : cached
    if (file.thumbnailStatus === 'pending') this.deps.onMissingThumbnail(file.blobId)
    const content = file.thumbnailStatus === 'ready' ? await this.deps.thumbnails.read(file.key, size) : null
    if (!content) {
      if (file.thumbnailStatus === 'ready') this.deps.onLostThumbnail(file.blobId)
      throw storageErrors.fail('thumbnail-not-found')
    }
    return { file, content }
  }

  /** A page of an active PDF after the first as a picture; 404 without any. */
  async page(scope: Scope, id: string, page: number): Promise<{ file: FileMetadata; content: Buffer }> {
    const cached = await this.cachedMetadata(scope, id)
    const file = cached.thumbnailStatus === 'pending' ? await findFile(this.deps.db, scope, id) : cached
    const hasPages = file.mediaType === 'application/pdf' && file.thumbnailStatus === 'ready'
    const content = hasPages ? await this.deps.pages.read(file.key, page) : null
    if (!content) throw storageErrors.fail('thumbnail-not-found')
    return { file, content }
  }

  /** State of the preview of an active film or sound; `start`: makes a missing preview. */
  async mediaState(scope: Scope, id: string, options: { start: boolean }): Promise<MediaPreviewState> {
    return this.deps.media.state(await this.cachedMetadata(scope, id), options)
  }

  /** The preview of an active film or sound, to be released; 404 before it was made. */
  async media(scope: Scope, id: string): Promise<{ file: FileMetadata; blob: OpenBlob; type: string }> {
    const file = await this.cachedMetadata(scope, id)
    const preview = await this.deps.media.open(file)
    if (!preview) throw storageErrors.fail('thumbnail-not-found')
    return { file, ...preview }
  }

  private cachedMetadata(scope: Scope, id: string): Promise<FileMetadata> {
    return this.metadata.get(scope.ownerId, `${id}/${scope.root}`, () => findFile(this.deps.db, scope, id))
  }
}
