import type { BlobStore, Db, Events, OpenBlob } from '../../../platform/index.ts'
import type { Entitlements, Scope } from '../../tree/index.ts'
import { allow, allowTime, type Chosen, choose, storageErrors, type Which, withoutNested } from '../../tree/index.ts'
import { ZipSource } from './archive-reader.ts'
import { layOut } from './collect-entries.ts'
import { ZipSlots } from './concurrency.ts'
import { safeName } from './entry-names.ts'
import { type HeldLayout, type LaidOut, Layouts } from './layout-cache.ts'

export interface ZipDeps {
  db: Db
  events: Events
  blobs: BlobStore
  entitlements: Entitlements
  /** Layouts of very large archives are put aside there. */
  dataDir: string
}

/** An archive about to be sent. */
export interface ZipDownload {
  /** `{folder}.zip` for one folder, else `files.zip`. */
  name: string
  /** Bytes, known before the first is sent. */
  size: number
  files: number
  /** Strong, quotes included: the same as long as nothing in the archive changes. */
  etag: string
  /** Its bytes, at any position. */
  source(): OpenBlob
  /** To be called when the sending has ended, however it did. */
  release(): void
}

/** Folders and selections as one archive, made while it is sent. */
export class Zip {
  private readonly layouts = new Layouts()
  private readonly slots = new ZipSlots()
  private readonly deps: ZipDeps
  constructor(deps: ZipDeps) {
    this.deps = deps
    const drop = ({ ownerId }: { ownerId: string }) => this.layouts.drop(ownerId)
    for (const name of [
      'storage.items.trashed',
      'storage.items.moved',
      'storage.items.removed',
      'storage.items.restored',
    ] as const)
      deps.events.on(name, drop)
    for (const name of ['storage.item.renamed', 'storage.file.created', 'storage.folder.created'] as const)
      deps.events.on(name, drop)
  }

  /**
   * The archive of all that is meant, trees included, as it is now. 404 for the whole when one item is unknown, foreign
   * or trashed, or when nothing is left; 401 where the owner's account may not download; 429 beside three others.
   */
  async open(scope: Scope, which: Which): Promise<ZipDownload> {
    allow(scope, 'download')
    if (which.selection?.view === 'trash') throw storageErrors.fail('item-not-found')
    const { allowed } = await this.deps.entitlements.canDownload(scope.ownerId)
    if (!allowed) throw storageErrors.fail('download-restricted')
    const key = JSON.stringify([scope.ownerId, scope.root, which.items ?? null, which.selection ?? null])
    const giveBack = this.slots.take(scope.actor.key, key)
    try {
      const held = await this.layouts.hold(scope.ownerId, key, () => this.make(scope, which))
      return this.download(held, giveBack)
    } catch (error) {
      giveBack()
      throw error
    }
  }

  private download({ layout, name, release }: HeldLayout, giveBack: () => void): ZipDownload {
    return {
      name,
      size: layout.size,
      files: layout.files,
      etag: `"${layout.digest.slice(0, 32)}"`,
      source: () => new ZipSource(layout, this.deps.blobs),
      release: () => {
        release()
        giveBack()
      },
    }
  }

  private make(scope: Scope, which: Which): Promise<LaidOut> {
    return this.deps.db.transaction(async (tx) => {
      await allowTime(tx, which.selection)
      const chosen = await choose(tx, scope, which)
      if (chosen.standings.some((item) => item.trashed || item.buried)) throw storageErrors.fail('item-not-found')
      const layout = await layOut(tx, scope, withoutNested(chosen), this.deps.dataDir)
      if (layout.isEmpty) {
        layout.close()
        throw storageErrors.fail('item-not-found')
      }
      return { layout, name: await this.nameOf(tx, chosen) }
    })
  }

  private async nameOf(sql: Pick<Db, 'query'>, { standings }: Chosen): Promise<string> {
    const [only] = standings
    if (standings.length !== 1 || !only?.is_folder) return 'files.zip'
    const rows = await sql.query<{ name: string }>('select name from items where id = $1', [only.id])
    return `${safeName(rows[0]?.name ?? 'files')}.zip`
  }
}
