import { type Db, networkOf, type RateLimiter, type Sql } from '../../../platform/index.ts'
import { extensionOf } from '../../../storage/contract.ts'
import { type ChunkRequest, type Scope, storageErrors } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { FileRequestRow } from '../file-request.row.ts'
import { rateLimits } from '../rate-limits.ts'
import { type FileRequestAccess, noFolderRoot, uploaderScope } from './file-request-access.ts'
import type { FileRequestFolders, UploaderFolders } from './file-request-folders.ts'
import { requireRoomForFile } from './file-request-limit.ts'
import type { UploaderItems } from './uploader-items.ts'

/** Unambiguous extensions: a file of a rejected type is rejected before it is sent. The sniffed type decides. */
const typeOfExtension: Record<string, string> = {
  ...extensions('image', 'jpg jpeg png gif webp avif heic heif hif bmp tif tiff'),
  ...extensions('video', 'mp4 mov mkv webm avi'),
  ...extensions('audio', 'mp3 wav flac ogg m4a aac'),
  ...extensions('document', 'pdf docx xlsx pptx odt ods odp'),
  ...extensions('other', 'exe dll msi iso dmg'),
}

type Amend = (chunk: ChunkRequest) => Promise<ChunkRequest>

/** Uploads to a request: storage's own protocol, under the request's terms. */
export class FileRequestUploads {
  private readonly db: Db
  private readonly limiter: RateLimiter
  private readonly folders: FileRequestFolders
  private readonly uploaderItems: UploaderItems
  constructor(db: Db, limiter: RateLimiter, folders: FileRequestFolders, uploaderItems: UploaderItems) {
    this.db = db
    this.limiter = limiter
    this.folders = folders
    this.uploaderItems = uploaderItems
  }

  /** The scope of this uploader's uploads; `amend` applies the terms to a chunk, with 429 for too many new files a day. */
  async begin(access: FileRequestAccess): Promise<{ scope: Scope; amend: (ip: string) => Amend }> {
    const folders = await this.folders.ofUploader(access)
    const scope = scopeBelow(access, folders)
    const amend = (ip: string) => (chunk: ChunkRequest) =>
      this.amended(access, folders, chunk, () =>
        this.limiter.consumeBatched(rateLimits.newFilesPerRequestAndNetwork, [access.fileRequest.id, networkOf(ip)]),
      )
    return { scope, amend }
  }

  /** The scope in which the server fetches files for this uploader. 404 for a folder that is not theirs. */
  async remoteScope(access: FileRequestAccess, parentId: string | null): Promise<Scope> {
    const folders = await this.folders.ofUploader(access)
    if (!folders && parentId !== null) throw storageErrors.fail('parent-not-found')
    if (parentId !== null && parentId !== folders?.uploaderRoot?.id)
      await this.uploaderItems.requireOwn(access, [{ id: parentId, type: 'folder' }])
    return scopeBelow(access, folders)
  }

  /** Counts files to be fetched, within `tx`. 429 for too many a day. */
  async countFiles({ fileRequest }: FileRequestAccess, ip: string, files: number, tx: Sql): Promise<void> {
    const subject = [fileRequest.id, networkOf(ip)]
    await this.limiter.consume(rateLimits.newFilesPerRequestAndNetwork, subject, { by: files, tx })
  }

  /** The chunk under the request's terms. 413 too large, 422 type or number of files, 404 foreign folder. */
  async applyTerms(access: FileRequestAccess, chunk: ChunkRequest): Promise<ChunkRequest> {
    return this.amended(access, await this.folders.ofUploader(access), chunk)
  }

  private async amended(
    access: FileRequestAccess,
    folders: UploaderFolders | null,
    chunk: ChunkRequest,
    countFile: () => Promise<unknown> = async () => undefined,
  ): Promise<ChunkRequest> {
    const { fileRequest } = access
    const root = folders?.uploaderRoot?.id ?? null
    // Fetched files without a folder have the root of the scope.
    const parentId = chunk.parentId === folders?.requestFolder.id ? null : chunk.parentId
    if (parentId !== null && parentId !== root)
      await this.uploaderItems.requireOwn(access, [{ id: parentId, type: 'folder' }])
    const recordActivity = async () => {
      if (fileRequest.activity_due) await this.uploaderItems.recordActivity(fileRequest.id)
    }
    // A large file may take longer than an idle request stays open.
    if (chunk.offset !== 0) await recordActivity()
    return {
      ...chunk,
      parentId,
      // Uploaders replace no file and learn no existing name (A18).
      onConflict: null,
      maxBytes: fileRequest.max_file_size,
      // Only new files: a repeated chunk is acknowledged although the request takes no more files by now (D9).
      beforeBegin: async () => {
        rejectEarly(fileRequest, chunk)
        await requireRoomForFile(this.db, fileRequest)
        if (root === null || chunk.folders.length > 0) await this.folders.requireCreationAllowed(access)
        await countFile()
        if (chunk.offset === 0) await recordActivity()
      },
      ensurePath: (tx, parent, names) => this.folders.ensurePath(tx, access, parent, names),
      inTransaction: (tx, file) => this.uploaderItems.addFile(tx, access, file, chunk.name),
    }
  }
}

/**
 * Below the request's folder; without a root until that is created with the first file. Without `lockPermission`:
 * `ensurePath` locks the request's row, and `UploaderItems.addFile` checks its status, in the file's transaction.
 */
const scopeBelow = (access: FileRequestAccess, folders: UploaderFolders | null): Scope => {
  const { lockPermission: _, ...scope } = uploaderScope(access, noFolderRoot)
  return { ...scope, root: folders?.requestFolder.id ?? null }
}

/** Rejects a file before its first byte is received, when its size is known to be too large or its type to be wrong. */
const rejectEarly = (fileRequest: FileRequestRow, { name, total }: ChunkRequest): void => {
  const { max_file_size, accepted_types } = fileRequest
  if (max_file_size !== null && (total ?? 0) > max_file_size) throw sharingErrors.fail('request-file-too-large')
  const type = typeOfExtension[extensionOf(name) ?? '']
  if (accepted_types && type && !(accepted_types as string[]).includes(type))
    throw sharingErrors.fail('type-not-accepted')
}

function extensions(type: string, list: string): Record<string, string> {
  return Object.fromEntries(list.split(' ').map((extension) => [extension, type]))
}
