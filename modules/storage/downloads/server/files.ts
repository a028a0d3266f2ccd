import type { BlobStore, Db, Events } from '../../../platform/index.ts'
import type { ThumbnailFiles } from '../../previews/index.ts'
import type { ThumbnailSize } from '../../tree/contract.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, asAppError, type FileMetadata, findFile, storageErrors } from '../../tree/index.ts'
import { BlobCache, maxCachedBlobBytes } from './blob-cache.ts'

export interface FilesDeps {
  db: Db
  events: Events
  blobs: BlobStore
  entitlements: Entitlements
  thumbnails: ThumbnailFiles
  /** A preview was asked for that is not made yet. */
  missed: (blobId: string) => void
}

interface Known {
  at: number
  file: FileMetadata
}

const life = 1_000
const most = 10_000

/** Files to be read: whether the caller may, what they are, and their bytes. */
export class Files {
  /** Owner → what callers may reach of theirs. An answer holds for a second at most and dies with any change. */
  private readonly known = new Map<string, Map<string, Known>>()
  private readonly downloads = new Map<string, { at: number; allowed: boolean }>()
  private readonly cache = new BlobCache()
  private size = 0
  private readonly deps: FilesDeps
  constructor(deps: FilesDeps) {
    this.deps = deps
    const { events } = deps
    const drop = ({ ownerId }: { ownerId: string }) => this.drop(ownerId)
    for (const name of [
      'storage.items.trashed',
      'storage.items.moved',
      'storage.items.purged',
      'storage.items.restored',
    ] as const)
      events.on(name, drop)
    events.on('storage.item.renamed', drop)
    events.on('storage.file.created', drop)
  }

  /** Facts of a live file the caller may download. 404 out of reach, 401 where the owner's account may not. */
  async find(scope: Scope, id: string): Promise<FileMetadata> {
    const file = await this.cachedMetadata(scope, id)
    await this.allowDownload(scope)
    return file
  }

  /** The same for a file that owners have in their trash, to look at it before they restore it; 404 for anybody else (A19). */
  async findTrashed(scope: Scope, id: string): Promise<FileMetadata> {
    if (scope.root !== null || scope.actor.userId !== scope.ownerId) throw storageErrors.fail('item-not-found')
    const file = await findFile(this.deps.db, scope, id, true)
    await this.allowDownload(scope)
    return file
  }

  private async allowDownload(scope: Scope): Promise<void> {
    allow(scope, 'download')
    const now = performance.now()
    let gate = this.downloads.get(scope.ownerId)
    if (!gate || now - gate.at > life) {
      const { allowed } = await this.deps.entitlements.canDownload(scope.ownerId)
      gate = { at: now, allowed }
      if (this.downloads.size > most) this.downloads.clear()
      this.downloads.set(scope.ownerId, gate)
    }
    if (!gate.allowed) throw storageErrors.fail('download-restricted')
  }

  /** Bytes of a small file, from memory where they were read before; null for a large one. */
  async small(file: FileMetadata): Promise<Buffer | null> {
    if (file.size > maxCachedBlobBytes) return null
    const cached = this.cache.get(file.key)
    if (cached) return cached
    const blob = await this.open(file)
    try {
      const content = Buffer.allocUnsafeSlow(file.size)
      if ((await blob.read(content, 0)) !== file.size) throw storageErrors.fail('integrity')
      this.cache.set(file.key, content)
      return content
    } finally {
      blob.release()
    }
  }

  /** The file's bytes, held until `release`. 404 when they are gone, 500 when they are not what was stored. */
  async open(file: FileMetadata) {
    try {
      const blob = await this.deps.blobs.open(file.key)
      if (blob.size === file.size) return blob
      blob.release()
    } catch (error) {
      throw asAppError(error)
    }
    throw storageErrors.fail('integrity')
  }

  /**
   * A preview of at least that size where there is one, else the largest; 404 without any. Owners see those of what
   * they have trashed as well: it is how they know what to restore.
   */
  async thumbnail(scope: Scope, id: string, size: ThumbnailSize): Promise<{ file: FileMetadata; content: Buffer }> {
    // What was known a moment ago may be older than the preview.
    const own = scope.root === null
    const known = await this.cachedMetadata(scope, id).catch((error: unknown) => {
      if (own) return findFile(this.deps.db, scope, id, true)
      throw error
    })
    const file = known.thumbnailStatus === 'pending' ? await findFile(this.deps.db, scope, id, own) : known
    if (file.thumbnailStatus === 'pending') this.deps.missed(file.blobId)
    const content = file.thumbnailStatus === 'ready' ? await this.deps.thumbnails.read(file.key, size) : null
    if (!content) throw storageErrors.fail('thumbnail-not-found')
    return { file, content }
  }

  private async cachedMetadata(scope: Scope, id: string): Promise<FileMetadata> {
    const key = `${id}/${scope.root}`
    const entry = this.known.get(scope.ownerId)?.get(key)
    if (entry && performance.now() - entry.at < life) return entry.file
    const at = performance.now()
    const file = await findFile(this.deps.db, scope, id)
    if (this.size > most) {
      this.known.clear()
      this.size = 0
    }
    const mine = this.known.get(scope.ownerId) ?? new Map<string, Known>()
    // Dropped while it was being read: what was read may be old already.
    if (this.droppedAt < at) {
      mine.set(key, { at, file })
      this.known.set(scope.ownerId, mine)
      this.size += 1
    }
    return file
  }

  private droppedAt = Number.NEGATIVE_INFINITY

  private drop(owner: string): void {
    this.droppedAt = performance.now()
    this.known.delete(owner)
  }
}
