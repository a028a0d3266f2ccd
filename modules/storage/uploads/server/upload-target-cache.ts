import type { Db, Events } from '../../../platform/index.ts'
import type { Entitlements, Folders, ItemRow, Scope, UploadEntitlement } from '../../tree/index.ts'
import { liveFolder, storageErrors } from '../../tree/index.ts'
import type { Candidate } from './pending-file.ts'

const life = 1_000
const most = 5_000

interface Known<T> {
  at: number
  owner: string
  value: Promise<T>
}

/** Answers kept for a second at most, and dropped at once when something of that owner moves or goes. */
class Brief<T> {
  private readonly entries = new Map<string, Known<T>>()

  get(key: string, owner: string, make: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key)
    if (known && performance.now() - known.at < life) return known.value
    if (this.entries.size > most) this.entries.clear()
    const value = make()
    const entry = { at: performance.now(), owner, value }
    this.entries.set(key, entry)
    value.catch(() => this.entries.get(key) === entry && this.entries.delete(key))
    return value
  }

  forget(key: string): void {
    this.entries.delete(key)
  }

  drop(owner: string): void {
    for (const [key, entry] of this.entries) if (entry.owner === owner) this.entries.delete(key)
  }
}

/** A folder that is there, or what finds or makes it in the transaction that makes the file. */
export type FileTarget = Pick<Candidate, 'parentId' | 'ensureParent'>

/** Where uploads go and whether their owner may take them: asked for every file, so known answers are used briefly. */
export class Targets {
  private readonly parents = new Brief<void>()
  private readonly folders = new Brief<string | null>()
  private readonly answers = new Brief<UploadEntitlement>()
  /** Files under way that make the folder they go to. */
  private readonly making = new Map<string, Promise<ItemRow>>()
  private readonly db: Db
  private readonly entitlements: Entitlements
  private readonly maker: Folders
  constructor(db: Db, entitlements: Entitlements, maker: Folders, events: Events) {
    this.db = db
    this.entitlements = entitlements
    this.maker = maker
    for (const name of ['storage.items.trashed', 'storage.items.moved', 'storage.items.removed'] as const)
      events.on(name, ({ ownerId }) => this.drop(ownerId))
    events.on('storage.item.renamed', ({ ownerId }) => this.drop(ownerId))
  }

  drop(owner: string): void {
    this.parents.drop(owner)
    this.folders.drop(owner)
  }

  /** Throws 404 unless the parent is a live folder in reach. */
  check(scope: Scope, parentId: string | null): Promise<void> {
    return this.parents.get(`${scope.ownerId}/${scope.root}/${parentId}`, scope.ownerId, async () => {
      await liveFolder(this.db, scope, parentId)
    })
  }

  /** Throws 401 where the account may not upload; else the most bytes it may hold. */
  async limit(scope: Scope, bytes: number): Promise<number | null> {
    const answer = await this.answers.get(`${scope.ownerId}/${Math.min(bytes, 1)}`, scope.ownerId, () =>
      this.entitlements.canUpload(scope.ownerId, bytes),
    )
    if (!answer.allowed) throw storageErrors.fail('upload-restricted')
    return answer.limit
  }

  /**
   * Stores a file at the end of a path. `store` is given the folder where that is there, else what makes it with the file:
   * the first file makes it, those that come meanwhile wait for that one and find it. A refused file leaves no folder.
   */
  async into(
    scope: Scope,
    parentId: string | null,
    names: readonly string[],
    store: (target: FileTarget) => Promise<ItemRow>,
  ): Promise<ItemRow> {
    const key = `${scope.ownerId}/${scope.root}/${parentId}/${names.join('/')}`
    for (;;) {
      const known = await this.folders.get(key, scope.ownerId, () =>
        this.maker.findPath(this.db, scope, parentId, names),
      )
      if (known !== null) return store({ parentId: known })
      this.folders.forget(key)
      const before = this.making.get(key)
      if (!before) break
      await before.catch(() => null)
    }
    const making = store({ parentId, ensureParent: (tx) => this.maker.ensurePath(tx, scope, parentId, names) })
    this.making.set(key, making)
    try {
      return await making
    } finally {
      this.making.delete(key)
    }
  }
}
