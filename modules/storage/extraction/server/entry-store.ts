import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../../platform/index.ts'
import { ifMissing } from '../../../shared/contract.ts'
import { type Folders, isNamedSql, numberedName, type Scope } from '../../tree/index.ts'
import { type ChunkRequest, extractionPrincipal, storedFile, type Uploads } from '../../uploads/index.ts'
import type { ArchiveFile } from './archive-entry.ts'
import type { StoredItem } from './imported-items.ts'

/** Applies the permission under which an extraction goes on after its response. */
export interface ExtractionGrants {
  isValid(scope: Scope): Promise<boolean>
  lockPermission(tx: Tx, scope: Scope): Promise<void>
  authorizeChunk(scope: Scope, chunk: ChunkRequest): Promise<{ scope: Scope; chunk: ChunkRequest }>
}

interface EntryStoreDeps {
  db: Db
  folders: Folders
  uploads: Uploads
  grants: ExtractionGrants
}

/** Where one extraction stores its files. */
export interface ExtractionTarget {
  operation: string
  scope: Scope
  /** Its new folder; null: the root, of an import. */
  folder: string | null
  /** Files that are there already are not stored again. */
  merges?: boolean
}

/** Numbered names among which a file of the same content is looked for. */
const maxNumber = 50

/** Upload id of an entry: the same in every attempt, so that a file is stored once. */
const uploadIdOf = (operation: string, index: number): string => {
  const hash = createHash('sha256').update(`${operation}/${index}`).digest('hex')
  return [8, 12, 16, 20, 32].map((end, at) => hash.slice([0, 8, 12, 16, 20][at], end)).join('-')
}

/** The scope in which the files of an extraction are stored; its uploads are separate from the caller's own. */
export const storingScope = (operation: string, { lockPermission: _lock, ...scope }: Scope): Scope => ({
  ...scope,
  actor: { userId: scope.actor.userId, key: `${extractionPrincipal}${operation}` },
})

/** Stores entries of archives by the services that receive uploads. */
export class EntryStore {
  private readonly deps: EntryStoreDeps
  constructor(deps: EntryStoreDeps) {
    this.deps = deps
  }

  /** Stores a file, unless an earlier attempt has. Errors as of an upload, and those of `pieces`. */
  async storeFile(
    { operation, scope, folder }: ExtractionTarget,
    index: number,
    file: ArchiveFile,
    pieces: AsyncIterable<Buffer>,
  ): Promise<StoredItem> {
    const request: ChunkRequest = {
      name: file.name,
      extension: null,
      folders: file.folders,
      parentId: folder,
      last: true,
      uploadId: uploadIdOf(operation, index),
      offset: 0,
      total: file.size || null,
      sha256: null,
      modifiedAt: file.modifiedAt,
      onConflict: null,
      single: true,
      ...(file.size === 0 && { mayBeEmpty: true as const }),
    }
    const authorized = await this.deps.grants.authorizeChunk(scope, request)
    let fault: unknown = null
    async function* watched() {
      try {
        yield* pieces
      } catch (error) {
        fault = error
        throw error
      }
    }
    const body = { pieces: watched(), length: file.size || null, partName: null, disposable: false }
    const outcome = await this.deps.uploads.chunk(authorized.scope, authorized.chunk, body).catch((error: unknown) => {
      throw fault ?? error
    })
    return { id: storedFile(outcome).row.id, isNew: true }
  }

  /** Creates the folders of a path where they do not exist. 401, 507 as for each folder: no upload asks for these. */
  async storeFolder({ scope, folder }: ExtractionTarget, names: readonly string[]): Promise<StoredItem> {
    const { db, folders, grants } = this.deps
    await folders.allowCreation(scope)
    return db.transaction(async (tx) => {
      await grants.lockPermission(tx, scope)
      const existing = await folders.findPath(tx, scope, folder, names)
      return { id: existing ?? (await folders.ensurePath(tx, scope, folder, names)), isNew: existing === null }
    })
  }

  /**
   * The file that an earlier attempt, after which the process ended, has stored: by its upload, or, where that was deleted
   * since, by name, size and checksum. Null: none. Ends an upload that the attempt left open. Of a target that merges also a
   * file that was there before, under its own or a numbered name.
   */
  async findStored(target: ExtractionTarget, index: number, file: ArchiveFile): Promise<StoredItem | null> {
    const { uploads } = this.deps
    const { scope } = target
    const id = uploadIdOf(target.operation, index)
    const upload = await ifMissing(uploads.state(scope, id))
    if (upload?.finished) return { id: await this.findEqual(target, file), isNew: true }
    // Where none is open any more, the process that had this extraction before has just finished it.
    if (upload && !(await ifMissing(uploads.cancellation.discard(scope, id).then(() => true))))
      return this.findStored(target, index, file)
    const equal = await this.findEqual(target, file)
    return equal === null ? null : { id: equal, isNew: false }
  }

  /** The file of the entry's folder with its name, size and checksum. */
  private async findEqual({ scope, folder, merges }: ExtractionTarget, file: ArchiveFile): Promise<string | null> {
    const { db, folders } = this.deps
    const parent = await folders.findPath(db, scope, folder, file.folders)
    if (parent === null && (folder !== null || file.folders.length > 0)) return null
    const find = async (names: readonly string[]) => {
      const rows = await db.query<{ id: string; equal: boolean }>(
        `select i.id, b.size = $3 and b.crc32 = $4 as equal from unnest($2::text[]) as wanted (name)
         join items i on ${isNamedSql('i', '$1', 'wanted.name')} left join blobs b on b.id = i.blob_id`,
        [parent ?? scope.ownerId, names, file.size, file.crc32],
      )
      return { isTaken: rows.length > 0, id: rows.find(({ equal }) => equal)?.id ?? null }
    }
    const { id, isTaken } = await find([file.name])
    if (id !== null || !isTaken || !merges) return id
    return (await find(Array.from({ length: maxNumber }, (_, n) => numberedName(file.name, n + 1)))).id
  }
}
