import { crc32 } from 'node:zlib'
import type { ItemRow, Scope } from '../../tree/index.ts'
import {
  allow,
  asAppError,
  endsSession,
  isFinal,
  liveItem,
  outOfPlace,
  refuseName,
  storageErrors,
} from '../../tree/index.ts'
import { Receiver } from './chunk-writer.ts'
import type { UploadsDeps } from './deps.ts'
import { isNamedUpload, legacyId } from './legacy-id.ts'
import type { FormLimit } from './multipart.ts'
import type { ChunkRequest } from './parse-chunk-request.ts'
import { type ChunkBody, measure } from './request-body.ts'
import { type FoundSession, findSession, removeSession, type UploadSessionRow, wasClosed } from './sessions.ts'
import { Spooled } from './spool.ts'
import { type Turn, UploadTurns } from './turns.ts'
import { keyOf, UploadEnds } from './upload-ends.ts'
import { Finisher } from './upload-finalizer.ts'
import { clearMemory } from './upload-registry.ts'
import { Targets } from './upload-target-cache.ts'

export type UploadOutcome =
  | { kind: 'part'; id: string; offset: number; finished: boolean; expiresAt: Date }
  | { kind: 'file'; row: ItemRow; created: boolean }

/** An upload that ended with its file. */
export type StoredFile = Extract<UploadOutcome, { kind: 'file' }>

/** A file of one chunk up to this size is taken into memory and committed together with others. */
const smallFile = 1 << 20
/** The last chunk of a finished upload without `upload_id`, sent again, is recognised up to this size. */
const maxRepeatedBytes = 64 << 20
/** An upload without `upload_id` that stopped so long ago is not gone on with: the next chunk begins a new one. */
const legacyLife = 15 * 60_000

/** Receives files chunk by chunk (API.md D8–D10, D27; SECURITY.md §2.2). */
export class Uploads {
  readonly ends: UploadEnds
  private readonly turns: UploadTurns
  private readonly targets: Targets
  private readonly receiver: Receiver
  private readonly finisher: Finisher
  private readonly deps: UploadsDeps
  constructor(deps: UploadsDeps) {
    this.deps = deps
    this.targets = new Targets(deps.db, deps.entitlements, deps.folders, deps.events)
    this.receiver = new Receiver(deps, this.targets)
    this.finisher = new Finisher(deps, this.targets)
    this.turns = new UploadTurns(deps.locks)
    this.ends = new UploadEnds(deps, this.turns, this.finisher)
  }

  /** Bytes of a file at most; null: no limit. */
  async sizeLimit(): Promise<number | null> {
    const megabytes = await this.deps.settings.get('upload_limit')
    return megabytes > 0 ? megabytes * 1_000_000 : null
  }

  /** What a form may hold while it is still unknown what is in it: a file's most, or what the owner has room for (A30). */
  async formLimit(scope: Scope, most: number | null): Promise<FormLimit> {
    const limit = await this.targets.limit(scope, 0)
    const bytes = least(await this.sizeLimit(), most) ?? Number.MAX_SAFE_INTEGER
    if (limit === null) return { bytes, refusal: 'too-large' }
    const [usage] = await this.deps.db.query<{ taken: number }>(
      'select used + reserved as taken from usage where user_id = $1',
      [scope.ownerId],
    )
    const room = Math.max(0, limit - (usage?.taken ?? 0))
    return room < bytes ? { bytes: room, refusal: 'quota-exceeded' } : { bytes, refusal: 'too-large' }
  }

  /**
   * Takes one chunk. Resolves with the offset reached, or after the last with the file, which then is on the disk and in
   * the database. A repeated chunk is acknowledged and not written again.
   */
  async chunk(scope: Scope, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    allow(scope, 'upload')
    const limit = least(await this.sizeLimit(), request.most ?? null)
    if (limit !== null && Math.max(request.total ?? 0, body.length ?? 0) > limit) throw storageErrors.fail('too-large')
    if (request.total === 0) throw storageErrors.fail('empty-file', { field: 'total_size' })
    refuseName(await this.deps.settings.get('mimetypes_blacklist'), request.name, request.extension)
    const id = request.uploadId ?? legacyId(scope, request, body.partName)
    const key = keyOf(scope.actor.key, id)
    const run = (turn: Turn) => this.take(scope, id, request, body, turn)
    try {
      // A small file is one transaction, and its id is unique in the database: no lock has to hold anybody off.
      const hasOwnId = request.uploadId !== null && isSmall(request, body)
      return await (hasOwnId ? this.turns.aloneHere(key, run) : this.turns.alone(key, run))
    } catch (error) {
      if (endsSession(error)) this.turns.forget(key)
      if (request.single) await this.ends.discard(scope, id).catch(() => undefined)
      throw asAppError(error)
    }
  }

  /** How far an upload of this caller is. 404 when there is none. */
  async state(scope: Scope, id: string): Promise<UploadOutcome> {
    return partOf(await this.ends.find(scope, id))
  }

  private async take(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody, turn: Turn) {
    const { memory } = turn
    const known = request.uploadId === null || !isSmall(request, body) || memory.digest !== null
    const session = known ? await findSession(this.deps.db, scope.actor.key, id) : null
    if (session && session.owner_id !== scope.ownerId) throw storageErrors.fail('upload-not-found')
    if (session && this.isAbandoned(session, request, body)) {
      await (wasClosed(session) ? removeSession(this.deps.db, session.principal, id) : this.finisher.drop(session))
      return this.begin(scope, id, request, body, turn)
    }
    if (session && wasClosed(session)) throw storageErrors.fail('upload-not-found')
    if (session?.finished_at) return this.repeatedEnd(scope, session, request, body, turn)
    return session ? this.goOn(scope, session, request, body, turn) : this.begin(scope, id, request, body, turn)
  }

  /** Without an id of any kind, a chunk after a long pause is taken for the first one of another file of that name. */
  private isAbandoned(session: FoundSession, request: ChunkRequest, body: ChunkBody): boolean {
    if (request.uploadId !== null || (session.finished_at && !wasClosed(session))) return false
    const idle = 24 * 3_600_000 - (session.expires_at.getTime() - session.read_at.getTime())
    return (
      (idle > legacyLife && !isNamedUpload(body.partName)) ||
      (request.offset === 0 && session.received > 0 && session.last_chunk_size !== session.received)
    )
  }

  private async begin(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody, turn: Turn) {
    if (request.offset !== null && request.offset > 0) throw outOfPlace(0)
    if (isSmall(request, body)) return this.small(scope, id, request, body)
    const session = await this.receiver.open(scope, id, request, body)
    return this.goOn(scope, session, request, body, turn, true)
  }

  /** Memory → staged file → blob → rows, with as few steps as durability allows. */
  private async small(scope: Scope, id: string, request: ChunkRequest, body: ChunkBody): Promise<UploadOutcome> {
    await this.targets.check(scope, request.parentId)
    const limit = await this.targets.limit(scope, body.length as number)
    await this.deps.blobs.ensureRoom(body.length as number)
    const most = Math.min(smallFile, request.total ?? smallFile)
    const spooled = body.spooled ?? (await this.spool(body, most))
    try {
      if (spooled.size > most) throw storageErrors.fail('too-many-bytes')
      if (spooled.size === 0) throw storageErrors.fail('empty-file')
      if (request.total !== null && spooled.size !== request.total) throw storageErrors.fail('bad-chunk')
      return await this.store(scope, id, request, await spooled.bytes(), limit)
    } finally {
      if (!body.spooled) await spooled.end()
    }
  }

  /** Receives a whole body, in memory while there is room; more than `most` bytes are refused with 422. */
  private spool({ pieces, disposable }: ChunkBody, most: number): Promise<Spooled> {
    const check = (bytes: number) => {
      if (bytes > most) throw storageErrors.fail('too-many-bytes')
    }
    return Spooled.receive(pieces, this.deps.blobs, { check, disposable })
  }

  private async store(
    scope: Scope,
    id: string,
    request: ChunkRequest,
    bytes: Buffer,
    limit: number | null,
  ): Promise<UploadOutcome> {
    try {
      return { kind: 'file', row: await this.finisher.small(scope, id, request, bytes, limit), created: true }
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error
      const session = await findSession(this.deps.db, scope.actor.key, id)
      if (!session || session.owner_id !== scope.ownerId) throw storageErrors.fail('upload-not-found')
      // This very file arrived before and its answer was lost.
      if (session.finished_at && session.received === bytes.length) return this.finished(scope, session)
      if (session.finished_at || session.received > 0) throw outOfPlace(session.received)
      // An earlier try was cut before its first chunk was whole: this one has all of it.
      await this.finisher.drop(session)
      return this.store(scope, id, request, bytes, limit)
    }
  }

  private async goOn(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    { memory, lock }: Turn,
    isNew = false,
  ): Promise<UploadOutcome> {
    const offset = request.offset ?? session.received
    if (offset > session.received) throw outOfPlace(session.received)
    if (offset < session.received) return this.repeatedPart(session, offset, request, body)
    try {
      await this.receiver.stillWanted(scope, session)
      const chunk = await this.receiver.receive(scope, session, request, body, memory, { isNew, lock })
      if (chunk.repeated || !request.last) return partOf(chunk.session)
      const placement = await this.finisher.large(scope, chunk.session, request, chunk, memory)
      clearMemory(memory)
      return { kind: 'file', row: placement.row, created: placement.used }
    } catch (error) {
      if (endsSession(error)) await this.finisher.drop(session)
      throw error
    }
  }

  /** A chunk that is there already: acknowledged when it lies within what was received, else out of place. */
  private async repeatedPart(session: UploadSessionRow, offset: number, request: ChunkRequest, body: ChunkBody) {
    const size = body.length ?? (await measure(body.pieces))
    if (request.last || offset + size > session.received) throw outOfPlace(session.received)
    return partOf(session)
  }

  private async repeatedEnd(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    turn: Turn,
  ): Promise<UploadOutcome> {
    if (request.uploadId !== null) {
      const size = body.length ?? (await measure(body.pieces))
      const end = (request.offset ?? session.received - size) + size
      if (end > session.received || (request.last && end !== session.received)) throw outOfPlace(session.received)
      return request.last ? this.finished(scope, session) : partOf(session)
    }
    return this.legacyAgain(scope, session, request, body, turn)
  }

  /** Without an `upload_id`: the same last chunk again is a repeat; anything else begins a new file of that name. */
  private async legacyAgain(
    scope: Scope,
    session: UploadSessionRow,
    request: ChunkRequest,
    body: ChunkBody,
    turn: Turn,
  ): Promise<UploadOutcome> {
    const size = body.length ?? 0
    const mayRepeat = request.last && size === session.last_chunk_size && size <= maxRepeatedBytes
    const spooled = mayRepeat ? (body.spooled ?? (await this.spool(body, maxRepeatedBytes))) : null
    try {
      if (spooled && (await crcOf(spooled.pieces())) === session.last_chunk_crc) {
        const again = await this.finished(scope, session).catch((error: unknown) => {
          if (isFinal(error)) return null
          throw error
        })
        if (again) return again
      }
      await removeSession(this.deps.db, session.principal, session.id)
      const rest = spooled ? { ...body, pieces: spooled.pieces(), spooled, disposable: false } : body
      return await this.begin(scope, session.id, request, rest, turn)
    } finally {
      if (!body.spooled) await spooled?.end()
    }
  }

  private async finished(scope: Scope, session: UploadSessionRow): Promise<UploadOutcome> {
    if (session.item_id === null) throw storageErrors.fail('item-not-found')
    return { kind: 'file', row: (await liveItem(this.deps.db, scope, session.item_id)).item, created: true }
  }
}

const crcOf = async (pieces: AsyncIterable<Buffer>): Promise<number> => {
  let crc = 0
  for await (const piece of pieces) crc = crc32(piece, crc)
  return crc
}

const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

const isSmall = (request: ChunkRequest, body: ChunkBody): boolean =>
  request.last &&
  (request.offset ?? 0) === 0 &&
  request.onConflict === null &&
  request.alongside === undefined &&
  body.length !== null &&
  body.length <= smallFile

const partOf = (session: UploadSessionRow): UploadOutcome => ({
  kind: 'part',
  id: session.id,
  offset: session.received,
  finished: session.finished_at !== null,
  expiresAt: session.expires_at,
})
