import type { BlobStore, Db, Events, OpenBlob, Platform } from '../../../platform/index.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import {
  allow,
  raiseSelectionTimeout,
  resolveSelection,
  type SelectedItems,
  storageErrors,
  type TargetItems,
  topmostOnly,
} from '../../tree/index.ts'
import type { ArchiveLayout } from './archive-layout.ts'
import { ArchiveReader } from './archive-reader.ts'
import { buildLayout } from './collect-entries.ts'
import { type CountedDownload, ZipConcurrency } from './concurrency.ts'
import { portableName } from './entry-names.ts'
import { LayoutCache, type LeasedLayout, type NamedLayout } from './layout-cache.ts'

const topic = 'zip-layouts'

interface ZipDeps {
  db: Db
  events: Events
  workers: Platform['workers']
  blobs: BlobStore
  entitlements: Entitlements
  /** Folder for pages of very large layouts. */
  dataDir: string
}

/** An archive that is ready to be sent. */
export interface ZipDownload {
  /** `{folder}.zip` for one folder, else `files.zip`. */
  name: string
  /** Bytes, known before the first is sent. */
  size: number
  files: number
  /** Strong, quotes included; changes with the content of the archive. */
  etag: string
  /** Opens the bytes for reads at any position. */
  source(): OpenBlob
  /** Call it when sending has ended, with or without an error. */
  release(): void
}

/** Archives of folders and selections, produced while they are sent. */
export class Zip {
  private readonly layouts = new LayoutCache()
  private readonly concurrency = new ZipConcurrency()
  private readonly deps: ZipDeps
  constructor(deps: ZipDeps) {
    this.deps = deps
    const { workers } = deps
    workers.listen(topic, (ownerId) => this.layouts.invalidate(ownerId))
    const invalidate = ({ ownerId }: { ownerId: string }) => {
      this.layouts.invalidate(ownerId)
      workers.tell(topic, ownerId)
    }
    for (const name of [
      'storage.items.trashed',
      'storage.items.moved',
      'storage.items.purged',
      'storage.items.restored',
      'storage.items.copied',
    ] as const)
      deps.events.on(name, invalidate)
    for (const name of ['storage.item.renamed', 'storage.file.created', 'storage.folder.created'] as const)
      deps.events.on(name, invalidate)
  }

  /**
   * Opens the archive of the target items with their trees, in their current state. 404 when one item is unknown, outside
   * the scope or trashed, or when the archive is empty; 401 when the owner's account may not download; 429 when the
   * caller downloads three other archives, or has sixteen connections to this one.
   */
  async open(scope: Scope, targets: TargetItems): Promise<ZipDownload> {
    allow(scope, 'download')
    if (targets.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const { allowed } = await this.deps.entitlements.canDownload(scope.ownerId)
    if (!allowed) throw storageErrors.fail('download-restricted')
    const key = JSON.stringify([scope.ownerId, scope.root, targets.items ?? null, targets.selection ?? null])
    const counted = this.concurrency.acquire(scope.actor.key, key)
    let leased: LeasedLayout | null = null
    try {
      leased = await this.layouts.lease(scope.ownerId, key, () => this.make(scope, targets))
      counted.use(leased.layout)
      return this.download(leased, counted)
    } catch (error) {
      leased?.release()
      counted.release()
      throw error
    }
  }

  private download({ layout, name, release }: LeasedLayout, counted: CountedDownload): ZipDownload {
    return {
      name,
      size: layout.size,
      files: layout.files,
      etag: `"${layout.digest.slice(0, 32)}"`,
      source: () => new ArchiveReader(layout, this.deps.blobs),
      release: () => {
        release()
        counted.release()
      },
    }
  }

  private async make(scope: Scope, targets: TargetItems): Promise<NamedLayout> {
    let layout: ArchiveLayout | null = null
    try {
      return await this.deps.db.transaction(async (tx) => {
        await raiseSelectionTimeout(tx, targets.selection)
        const selected = await resolveSelection(tx, scope, targets)
        if (selected.items.some((item) => item.trashed || item.in_trashed_folder))
          throw storageErrors.fail('item-not-found')
        layout = await buildLayout(tx, scope, topmostOnly(selected), this.deps.dataDir)
        if (layout.isEmpty) throw storageErrors.fail('item-not-found')
        return { layout, name: await this.nameOf(tx, selected) }
      })
    } catch (error) {
      // Closes the layout also when the name cannot be read or the transaction fails.
      ;(layout as ArchiveLayout | null)?.close()
      throw error
    }
  }

  private async nameOf(sql: Pick<Db, 'query'>, { items }: SelectedItems): Promise<string> {
    const [only] = items
    if (items.length !== 1 || !only?.is_folder) return 'files.zip'
    const rows = await sql.query<{ name: string }>('select name from items where id = $1', [only.id])
    return `${portableName(rows[0]?.name ?? 'files')}.zip`
  }
}
