import type { BlobStore, Db, Events } from '../../../platform/index.ts'
import type { ThumbnailFiles } from '../../previews/index.ts'
import type { ThumbnailSize } from '../../tree/contract.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, asAppError, type FileFacts, findFile, storageErrors } from '../../tree/index.ts'
import { SmallCache, smallFile } from './blob-cache.ts'

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
  facts: FileFacts
}

const life = 1_000
const most = 10_000

/** Files to be read: whether the caller may, what they are, and their bytes. */
export class Files {
  /** Owner → what callers may reach of theirs. An answer holds for a second at most and dies with any change. */
  private readonly known = new Map<string, Map<string, Known>>()
  private readonly downloads = new Map<string, { at: number; allowed: boolean }>()
  private readonly cache = new SmallCache()
  private size = 0
  private readonly deps: FilesDeps
  constructor(deps: FilesDeps) {
    this.deps = deps
    const { events } = deps
    const drop = ({ ownerId }: { ownerId: string }) => this.drop(ownerId)
    for (const name of [
      'storage.items.trashed',
      'storage.items.moved',
      'storage.items.removed',
      'storage.items.restored',
    ] as const)
      events.on(name, drop)
    events.on('storage.item.renamed', drop)
    events.on('storage.file.created', drop)
  }

  /** Facts of a live file the caller may download. 404 out of reach, 401 where the owner's account may not. */
  async find(scope: Scope, id: string): Promise<FileFacts> {
    const facts = await this.facts(scope, id)
    await this.allowDownload(scope)
    return facts
  }

  /** The same for a file that owners have in their trash, to look at it before they restore it; 404 for anybody else (A19). */
  async findTrashed(scope: Scope, id: string): Promise<FileFacts> {
    if (scope.root !== null || scope.actor.userId !== scope.ownerId) throw storageErrors.fail('item-not-found')
    const facts = await findFile(this.deps.db, scope, id, true)
    await this.allowDownload(scope)
    return facts
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
  async small(facts: FileFacts): Promise<Buffer | null> {
    if (facts.size > smallFile) return null
    const cached = this.cache.get(facts.key)
    if (cached) return cached
    const blob = await this.open(facts)
    try {
      const content = Buffer.allocUnsafeSlow(facts.size)
      if ((await blob.read(content, 0)) !== facts.size) throw storageErrors.fail('integrity')
      this.cache.set(facts.key, content)
      return content
    } finally {
      blob.release()
    }
  }

  /** The file's bytes, held until `release`. 404 when they are gone, 500 when they are not what was stored. */
  async open(facts: FileFacts) {
    try {
      const blob = await this.deps.blobs.open(facts.key)
      if (blob.size === facts.size) return blob
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
  async thumbnail(scope: Scope, id: string, size: ThumbnailSize): Promise<{ facts: FileFacts; content: Buffer }> {
    // What was known a moment ago may be older than the preview.
    const own = scope.root === null
    const known = await this.facts(scope, id).catch((error: unknown) => {
      if (own) return findFile(this.deps.db, scope, id, true)
      throw error
    })
    const facts = known.thumbnails === 'pending' ? await findFile(this.deps.db, scope, id, own) : known
    if (facts.thumbnails === 'pending') this.deps.missed(facts.blobId)
    const content = facts.thumbnails === 'ready' ? await this.deps.thumbnails.read(facts.key, size) : null
    if (!content) throw storageErrors.fail('thumbnail-not-found')
    return { facts, content }
  }

  private async facts(scope: Scope, id: string): Promise<FileFacts> {
    const key = `${id}/${scope.root}`
    const entry = this.known.get(scope.ownerId)?.get(key)
    if (entry && performance.now() - entry.at < life) return entry.facts
    const at = performance.now()
    const facts = await findFile(this.deps.db, scope, id)
    if (this.size > most) {
      this.known.clear()
      this.size = 0
    }
    const mine = this.known.get(scope.ownerId) ?? new Map<string, Known>()
    // Dropped while it was being read: what was read may be old already.
    if (this.droppedAt < at) {
      mine.set(key, { at, facts })
      this.known.set(scope.ownerId, mine)
      this.size += 1
    }
    return facts
  }

  private droppedAt = Number.NEGATIVE_INFINITY

  private drop(owner: string): void {
    this.droppedAt = performance.now()
    this.known.delete(owner)
  }
}
