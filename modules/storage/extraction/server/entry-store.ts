import { createHash } from 'node:crypto'
import { AppError, type Db, type Tx } from '../../../platform/index.ts'
import { ifMissing, type ResponseCode } from '../../../shared/contract.ts'
import type { LeftOutReason } from '../../operations/contract.ts'
import { type Folders, isNamedSql, type Scope } from '../../tree/index.ts'
import { type ChunkRequest, extractionPrincipal, type Uploads } from '../../uploads/index.ts'
import type { ArchiveFile } from './archive-entry.ts'
import { DamagedEntryError } from './entry-content.ts'

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

/** The new folder of one extraction. */
export interface ExtractionTarget {
  operation: string
  scope: Scope
  folder: string
}

const reasonByCode: Readonly<Partial<Record<ResponseCode, LeftOutReason>>> = {
  'too-large': 'too-large',
  'file-type-not-allowed': 'file-type-not-allowed',
  'max-depth-exceeded': 'too-deep',
  'name-empty': 'invalid-name',
  'name-too-long': 'invalid-name',
  'name-forbidden-character': 'invalid-name',
  'name-reserved': 'invalid-name',
}

/** The reason why an entry is left out for an error that concerns it alone. Throws all other errors. */
export const leftOutReasonOf = (error: unknown): LeftOutReason => {
  if (error instanceof DamagedEntryError) return 'damaged'
  const reason = error instanceof AppError ? reasonByCode[error.code as ResponseCode] : undefined
  if (!reason) throw error
  return reason
}

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
  ): Promise<void> {
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
    await this.deps.uploads.chunk(authorized.scope, authorized.chunk, body).catch((error: unknown) => {
      throw fault ?? error
    })
  }

  /** Creates the folders of a path where they do not exist. 401, 507 as for each folder: no upload asks for these. */
  async storeFolder({ scope, folder }: ExtractionTarget, names: readonly string[]): Promise<void> {
    const { db, folders, grants } = this.deps
    await folders.allowCreation(scope)
    await db.transaction(async (tx) => {
      await grants.lockPermission(tx, scope)
      await folders.ensurePath(tx, scope, folder, names)
    })
  }

  /**
   * Whether an earlier attempt, after which the process ended, has stored this file: by its upload, or, where that was deleted
   * since, by name, size and checksum. Ends an upload that the attempt left open.
   */
  async isStored(target: ExtractionTarget, index: number, file: ArchiveFile): Promise<boolean> {
    const { db, folders, uploads } = this.deps
    const { scope, folder } = target
    const id = uploadIdOf(target.operation, index)
    const upload = await ifMissing(uploads.state(scope, id))
    if (upload?.finished) return true
    // Where none is open any more, the process that had this extraction before has just finished it.
    if (upload && !(await ifMissing(uploads.cancellation.discard(scope, id).then(() => true))))
      return this.isStored(target, index, file)
    const parent = await folders.findPath(db, scope, folder, file.folders)
    if (parent === null) return false
    const rows = await db.query(
      `select 1 from items i join blobs b on b.id = i.blob_id
       where ${isNamedSql('i', '$1', '$2')} and b.size = $3 and b.crc32 = $4`,
      [parent, file.name, file.size, file.crc32],
    )
    return rows.length > 0
  }
}
