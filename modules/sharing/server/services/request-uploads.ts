import { networkOf, type RateLimiter, type Sql } from '../../../platform/index.ts'
import { extensionOf } from '../../../storage/contract.ts'
import { type ChunkRequest, type ItemRow, type Scope, storageErrors } from '../../../storage/index.ts'
import { sharingErrors } from '../errors.ts'
import type { RequestRow } from '../request.row.ts'
import type { Received } from './received.ts'
import type { RequestFolders } from './request-folders.ts'
import { type Entered, guestScope, nowhere } from './request-guard.ts'

/** New files of one network by one request: nobody fills an account's folders without end. Calls are counted by the API's limit. */
const filesPerDay = { limit: 20_000, windowSeconds: 24 * 3_600 }

/** Extensions that leave no doubt, so that a wrong file is refused before its bytes are sent; the sniffed type decides. */
const certain: Record<string, string> = {
  ...of('image', 'jpg jpeg png gif webp avif heic bmp tif tiff'),
  ...of('video', 'mp4 mov mkv webm avi'),
  ...of('audio', 'mp3 wav flac ogg m4a aac'),
  ...of('document', 'pdf docx xlsx pptx odt ods odp'),
  ...of('other', 'exe dll msi iso dmg'),
}

type Amend = (chunk: ChunkRequest) => Promise<ChunkRequest>

/** Chunks by a request: storage's own protocol, with the request's terms added. */
export class RequestUploads {
  private readonly limiter: RateLimiter
  private readonly folders: RequestFolders
  private readonly received: Received
  constructor(limiter: RateLimiter, folders: RequestFolders, received: Received) {
    this.limiter = limiter
    this.folders = folders
    this.received = received
  }

  /** The scope of this guest's uploads, and what makes a chunk one of the request's: 429 for too many files a day. */
  async begin(entered: Entered): Promise<{ scope: Scope; amend: (ip: string) => Amend }> {
    const scope = scopeBelow(entered, await this.folders.top(entered))
    const amend = (ip: string) => async (chunk: ChunkRequest) => {
      const amended = await this.amend(entered, scope, chunk)
      if ((chunk.offset ?? 0) === 0)
        await this.limiter.consumeBatched(['request-files', entered.request.id, networkOf(ip)], filesPerDay)
      return amended
    }
    return { scope, amend }
  }

  /**
   * The scope in which the server fetches files for this guest: 404 for a folder that is not theirs.
   */
  async remote(entered: Entered, parentId: string | null): Promise<Scope> {
    const top = await this.folders.top(entered)
    if (!top && parentId !== null) throw storageErrors.fail('parent-not-found')
    if (top && parentId !== null && parentId !== top.id)
      await this.received.allow(entered, [{ id: parentId, type: 'folder' }])
    return scopeBelow(entered, top)
  }

  /** Counts files that are to come, within `tx`: 429 for too many a day. */
  async count({ request }: Entered, ip: string, files: number, tx: Sql): Promise<void> {
    await this.limiter.consume(['request-files', request.id, networkOf(ip)], filesPerDay, { by: files, tx })
  }

  /** The request's terms for a part of a file: 413, 422, 404. */
  async amend(entered: Entered, { root: top }: Scope, chunk: ChunkRequest): Promise<ChunkRequest> {
    const { request } = entered
    refuseEarly(request, chunk)
    const { parentId } = chunk
    if (parentId !== null && parentId !== top) await this.received.allow(entered, [{ id: parentId, type: 'folder' }])
    if ((chunk.offset ?? 0) === 0 && (top === null || chunk.folders.length > 0))
      await this.folders.allowCreation(entered)
    return {
      ...chunk,
      // Guests replace nothing and are told of no name that is there (A18).
      onConflict: null,
      most: request.max_file_size,
      ensurePath: (tx, parent, names) => this.folders.ensurePath(tx, entered, parent, names),
      alongside: (tx, file) => this.received.addFile(tx, entered, file, chunk.name),
    }
  }
}

/** Below the guest's topmost folder; without a root while there is none: it is made with the first file. */
const scopeBelow = (entered: Entered, top: ItemRow | null): Scope => ({
  ...guestScope(entered, nowhere),
  root: top?.id ?? null,
})

/** What is plain before the first byte (BEYOND H2). */
const refuseEarly = (request: RequestRow, { name, total, offset }: ChunkRequest): void => {
  if (request.max_file_size !== null && (total ?? 0) > request.max_file_size)
    throw sharingErrors.fail('request-file-too-large')
  const kind = certain[extensionOf(name) ?? '']
  if (request.kinds && kind && !(request.kinds as string[]).includes(kind)) throw sharingErrors.fail('request-kind')
  if (request.max_files !== null && request.received >= request.max_files && (offset ?? 0) === 0)
    throw sharingErrors.fail('request-full')
}

function of(kind: string, extensions: string): Record<string, string> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]))
}
