import { setTimeout as sleep } from 'node:timers/promises'
import { type Egress, type EgressAnswer, EgressError } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import type { ChunkRequest, Uploads } from '../../uploads/index.ts'
import { failureOf, failureOfStatus, isPassing, RemoteFailure } from './failures.ts'
import { remoteName } from './filename.ts'
import type { Grounds } from './grants.ts'
import type { Claim } from './repository.ts'
import { completedBy, factsOf, goesOn, type RemoteFacts } from './validators.ts'

/** Bytes between two places it can go on from after a crash. */
const partSize = 16 << 20
/** Waits before the second and the third try, ms. */
const pauses = [1_000, 4_000]

export interface FetchDeps {
  uploads: Uploads
  egress: Egress
  grounds: Grounds
  /** Writes down what the server told; false when the address was taken away meanwhile. */
  describe(claim: Claim, facts: RemoteFacts): Promise<boolean>
  /** Called in the transaction that makes the file; throws when the address was taken away. */
  complete: (claim: Claim) => NonNullable<ChunkRequest['alongside']>
}

export interface Fetching {
  claim: Claim
  scope: Scope
  signal: AbortSignal
  /** Bytes that are here. */
  received(bytes: number): void
}

/**
 * Brings one address into the storage by the protocol of uploads: in parts that are on the disk before they count, with
 * quota and limits held against what has come. A break goes on by Range where the server can tell that the file is the
 * same, else it begins anew.
 */
export class Fetcher {
  private readonly deps: FetchDeps
  constructor(deps: FetchDeps) {
    this.deps = deps
  }

  /** Resolves when the file is there. Rejects with `RemoteFailure`. */
  async bring(work: Fetching): Promise<void> {
    if (work.claim.batch.had_parent && work.claim.batch.parent_id === null) throw new RemoteFailure('parent-not-found')
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.once(work)
      } catch (error) {
        const failure = failureOf(error, this.deps.grounds.reasons(work.scope))
        const pause = pauses[attempt]
        if (work.signal.aborted || !isPassing(failure) || pause === undefined) throw failure
        await sleep(pause, undefined, { signal: work.signal }).catch(() => undefined)
      }
    }
  }

  /** What a failed or cancelled fetch left on the disk, and its reservation. */
  async drop({ scope, claim }: Pick<Fetching, 'scope' | 'claim'>): Promise<void> {
    await this.deps.uploads.ends.discard(scope, claim.id).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'upload-not-found') throw error
    })
  }

  private async once(work: Fetching): Promise<void> {
    const { claim, signal } = work
    let offset = await this.offset(work)
    if (offset > 0 && offset === claim.total) return this.finish(work, offset)
    const headers: Record<string, string> =
      offset > 0 ? { range: `bytes=${offset}-`, 'if-range': claim.validator as string } : {}
    const answer = await this.deps.egress.get(claim.url, { headers, signal })
    try {
      if (offset > 0 && completedBy(answer, offset)) return await this.finish(work, offset)
      if (offset > 0 && !goesOn(answer, offset, claim)) {
        await this.drop(work)
        offset = 0
        if (answer.status === 206 || answer.status === 416) throw new RemoteFailure('interrupted')
      }
      if (answer.status !== 206 && (answer.status < 200 || answer.status > 299)) throw failureOfStatus(answer.status)
      if (offset === 0 && answer.status !== 200) throw new RemoteFailure('bad-answer')
      if (offset === 0) await this.learn(work, answer)
      await this.finish(work, await this.stream(work, answer, offset))
    } finally {
      answer.close()
    }
  }

  /** Where an earlier try or process stopped; 0 where nobody could tell that the file is still the same. */
  private async offset(work: Fetching): Promise<number> {
    const { scope, claim } = work
    const state = await this.deps.uploads.state(scope, claim.id).catch(() => null)
    const offset = state?.kind === 'part' && !state.finished ? state.offset : 0
    if (state && (offset === 0 || claim.validator === null)) await this.drop(work)
    return claim.validator === null ? 0 : offset
  }

  private async learn({ claim }: Fetching, answer: EgressAnswer): Promise<void> {
    const name = remoteName(answer.headers, [answer.url, new URL(claim.url)])
    Object.assign(claim, factsOf(answer, name))
    if (claim.total === 0) throw storageErrors.fail('empty-file')
    if (!(await this.deps.describe(claim, claim as RemoteFacts))) throw storageErrors.fail('upload-not-found')
  }

  /** Resolves with the bytes of the whole file, all of them on the disk. */
  private async stream(work: Fetching, answer: EgressAnswer, from: number): Promise<number> {
    const { uploads, grounds } = this.deps
    let [offset, cut] = [from, null as unknown]
    const next = async () => {
      try {
        const { done, value } = await answer.body.next()
        return done ? null : value
      } catch (error) {
        // What has come is kept: the part ends here and the next try goes on behind it.
        cut = error
        return null
      }
    }
    for (let piece = await next(); piece; piece = await next()) {
      const first = piece
      let size = 0
      const pieces = (async function* () {
        for (let part: Buffer | null = first; part; part = size < partSize ? await next() : null) {
          size += part.length
          yield part
          work.received(offset + size)
        }
      })()
      const { scope, chunk } = await grounds.amend(work.scope, requestOf(work.claim, offset))
      await uploads.chunk(scope, chunk, { pieces, length: null, partName: null, disposable: true })
      offset += size
    }
    if (cut) throw cut
    if (offset === 0) throw storageErrors.fail('empty-file')
    if (work.claim.total !== null && offset !== work.claim.total) throw new EgressError('interrupted')
    return offset
  }

  /** The empty last chunk: hashes, type, blob, and one transaction for the file and this address. */
  private async finish({ claim, received, ...work }: Fetching, offset: number): Promise<void> {
    const amended = await this.deps.grounds.amend(work.scope, { ...requestOf(claim, offset), last: true })
    const { scope, chunk: part } = amended
    const complete = this.deps.complete(claim)
    const request: ChunkRequest = {
      ...part,
      async alongside(tx, row) {
        await part.alongside?.(tx, row)
        await complete(tx, row)
      },
    }
    await this.deps.uploads.chunk(scope, request, { pieces: nothing(), length: null, partName: null, disposable: true })
    received(offset)
  }
}

async function* nothing(): AsyncIterable<Buffer> {}

const requestOf = (claim: Claim, offset: number): ChunkRequest => ({
  name: claim.name as string,
  extension: null,
  folders: [],
  parentId: claim.batch.parent_id,
  last: false,
  uploadId: claim.id,
  offset,
  total: claim.total,
  sha256: null,
  modifiedAt: null,
  onConflict: null,
})
