import { setTimeout as sleep } from 'node:timers/promises'
import { type Egress, EgressError, type EgressResponse } from '../../../platform/index.ts'
import { codeOf, ifMissing } from '../../../shared/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import type { ChunkRequest, Uploads } from '../../uploads/index.ts'
import { failureOfStatus, isTransientFailure, RemoteFailure, remoteFailureOf } from './failures.ts'
import { filenameFromResponse } from './filename.ts'
import type { GrantRegistry } from './grants.ts'
import type { LeasedUrl } from './url-leases.ts'
import { canResume, isCompleteAtOffset, type RemoteMetadata, remoteMetadataOf } from './validators.ts'

/** Bytes of one stored part: a crash loses at most this much of the download. */
const partBytes = 16 << 20
/** Delays before the second and the third attempt. */
const retryDelaysMs = [1_000, 4_000]

export interface FetchDeps {
  uploads: Uploads
  egress: Egress
  grants: GrantRegistry
  /** Stores the remote server's metadata of the file. False when the URL was cancelled meanwhile. */
  storeMetadata(url: LeasedUrl, metadata: RemoteMetadata): Promise<boolean>
  /** Called in the transaction that creates the file. Throws when the URL was cancelled meanwhile. */
  complete: (url: LeasedUrl) => NonNullable<ChunkRequest['inTransaction']>
}

export interface FetchJob {
  url: LeasedUrl
  scope: Scope
  signal: AbortSignal
  /** Called with the bytes that have been received so far. */
  onProgress(bytes: number): void
}

/**
 * Fetches one URL into the storage through the upload protocol: in parts that are durable before they count, with quota
 * and limits checked against the received bytes. A lost connection is resumed by a Range request where the remote server
 * can tell that the file is unchanged; otherwise the download starts again.
 */
export class RemoteFetcher {
  private readonly deps: FetchDeps
  constructor(deps: FetchDeps) {
    this.deps = deps
  }

  /** Resolves when the file is stored. Rejects with `RemoteFailure`. */
  async fetch(job: FetchJob): Promise<void> {
    if (job.url.batch.had_parent && job.url.batch.parent_id === null) throw new RemoteFailure('parent-not-found')
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt(job)
      } catch (error) {
        const failure = remoteFailureOf(error, this.deps.grants.failureReasons(job.scope))
        const delayMs = retryDelaysMs[attempt]
        if (job.signal.aborted || !isTransientFailure(failure) || delayMs === undefined) throw failure
        // An abort ends the delay, and the next attempt fails by it.
        await sleep(delayMs, undefined, { signal: job.signal }).catch(() => undefined)
      }
    }
  }

  /** Discards the received bytes of a failed or cancelled fetch, and its reservation. */
  async discard({ scope, url }: Pick<FetchJob, 'scope' | 'url'>): Promise<void> {
    await this.deps.uploads.cancellation.discard(scope, url.id).catch((error: unknown) => {
      if (codeOf(error) !== 'upload-not-found') throw error
    })
  }

  private async attempt(job: FetchJob): Promise<void> {
    const { url, signal } = job
    let offset = await this.resumeOffset(job)
    if (offset > 0 && offset === url.total_bytes) return this.finish(job, offset)
    const headers: Record<string, string> =
      offset > 0 ? { range: `bytes=${offset}-`, 'if-range': url.validator as string } : {}
    const response = await this.deps.egress.get(url.url, { headers, signal })
    try {
      if (offset > 0 && isCompleteAtOffset(response, offset)) return await this.finish(job, offset)
      const { status } = response
      // Before anything is discarded: an error such as 503 says nothing about the bytes that have been received.
      if (status !== 416 && (status < 200 || status > 299)) throw failureOfStatus(status)
      if (offset > 0 && !canResume(response, offset, url)) {
        await this.discard(job)
        offset = 0
        if (status === 206 || status === 416) throw new RemoteFailure('interrupted')
      }
      if (offset === 0 && status !== 200) throw new RemoteFailure('invalid-response')
      if (offset === 0) await this.readMetadata(job, response)
      await this.finish(job, await this.receive(job, response, offset))
    } finally {
      response.close()
    }
  }

  /**
   * Offset at which an earlier attempt or process stopped. 0 where it is unknown whether the file is still the same. Rejects
   * when the account's owner ended the upload.
   */
  private async resumeOffset(job: FetchJob): Promise<number> {
    const { scope, url } = job
    if (await this.deps.uploads.cancellation.isClosedByOwner(scope, url.id)) throw new RemoteFailure('cancelled')
    const state = await ifMissing(this.deps.uploads.state(scope, url.id))
    const offset = state?.kind === 'part' && !state.finished ? state.offset : 0
    if (state && (offset === 0 || url.validator === null)) await this.discard(job)
    return url.validator === null ? 0 : offset
  }

  private async readMetadata({ url }: FetchJob, response: EgressResponse): Promise<void> {
    const name = filenameFromResponse(response.headers, [response.url, new URL(url.url)])
    const metadata = remoteMetadataOf(response, name)
    Object.assign(url, metadata)
    if (url.total_bytes === 0) throw storageErrors.fail('empty-file')
    if (!(await this.deps.storeMetadata(url, metadata))) throw storageErrors.fail('upload-not-found')
  }

  /** Stores the body in parts. Resolves with the size of the whole file, all of it durable. */
  private async receive(job: FetchJob, response: EgressResponse, from: number): Promise<number> {
    const { uploads, grants } = this.deps
    let [offset, interruption] = [from, null as unknown]
    const nextPiece = async () => {
      try {
        const { done, value } = await response.body.next()
        return done ? null : value
      } catch (error) {
        // Ends the part here, so that its bytes are kept and the next attempt resumes behind it.
        interruption = error
        return null
      }
    }
    for (let piece = await nextPiece(); piece; piece = await nextPiece()) {
      const first = piece
      let size = 0
      const pieces = (async function* () {
        for (let part: Buffer | null = first; part; part = size < partBytes ? await nextPiece() : null) {
          size += part.length
          yield part
          job.onProgress(offset + size)
        }
      })()
      const { scope, chunk } = await grants.authorizeChunk(job.scope, chunkRequest(job.url, offset))
      await uploads.chunk(scope, chunk, { pieces, length: null, partName: null, disposable: true })
      offset += size
    }
    if (interruption) throw interruption
    if (offset === 0) throw storageErrors.fail('empty-file')
    if (job.url.total_bytes !== null && offset !== job.url.total_bytes) throw new EgressError('interrupted')
    return offset
  }

  /** Sends the empty last chunk. One transaction creates the file and marks the URL done. */
  private async finish({ url, onProgress, ...job }: FetchJob, offset: number): Promise<void> {
    const authorized = await this.deps.grants.authorizeChunk(job.scope, { ...chunkRequest(url, offset), last: true })
    const complete = this.deps.complete(url)
    const request: ChunkRequest = {
      ...authorized.chunk,
      async inTransaction(tx, row, isStored) {
        await authorized.chunk.inTransaction?.(tx, row, isStored)
        await complete(tx, row, isStored)
      },
    }
    const body = { pieces: noPieces(), length: null, partName: null, disposable: true }
    await this.deps.uploads.chunk(authorized.scope, request, body)
    onProgress(offset)
  }
}

async function* noPieces(): AsyncIterable<Buffer> {}

const chunkRequest = (url: LeasedUrl, offset: number): ChunkRequest => ({
  name: url.name as string,
  extension: null,
  folders: [],
  parentId: url.batch.parent_id,
  last: false,
  uploadId: url.id,
  offset,
  total: url.total_bytes,
  sha256: null,
  modifiedAt: null,
  onConflict: null,
})
