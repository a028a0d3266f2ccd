import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type BlobStore, networkOf, serve } from '../../../platform/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import type { RequestScopes, Scope, ScopeFinder, Trash } from '../../tree/index.ts'
import { allow, presentItem, storageErrors } from '../../tree/index.ts'
import { checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadFile, uploadState } from '../contract.ts'
import { maxBundleBytes, readBundle } from './bundle.ts'
import { enforceMinThroughput } from './min-throughput.ts'
import { receiveForm, type UploadForm } from './multipart.ts'
import { type ChunkRequest, parseChunkRequest, parseSingleUpload } from './parse-chunk-request.ts'
import { announcedLength, rawBody } from './request-body.ts'
import { SpooledBody } from './spooled-body.ts'
import type { UploadConflicts } from './upload-conflicts.ts'
import { type PartialUpload, type StoredFile, storedFile, type UploadOutcome } from './upload-outcome.ts'
import type { Uploads } from './uploads.ts'

/** Response for an upload that is not complete. */
export const presentUploadState = ({ id, offset, finished, expiresAt }: PartialUpload) => ({
  data: { id, type: 'upload', attributes: { offset, finished, expires_at: expiresAt.toISOString() } },
})

const isForm = (request: FastifyRequest) => /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

interface ReceiveOptions {
  /** Applies the restrictions of the caller's grant. */
  authorizeChunk?: (chunk: ChunkRequest) => Promise<ChunkRequest> | ChunkRequest
  /** Maximum bytes of a file; null: as the setting says. */
  maxFileBytes?: number | null
  /** The call contains a whole file (D44), not a chunk. */
  single?: boolean
  /** Finds the scope by the chunk's folder; absent: the caller's scope. */
  finder?: ScopeFinder
}

/** Scope of a chunk's folder. A later chunk may leave the folder out: the open upload tells its scope then. */
const scopeOfChunk = async (
  uploads: Uploads,
  { own, ofItem, ownOnly }: ScopeFinder,
  { parentId, uploadId, offset }: ChunkRequest,
): Promise<Scope> => {
  if (parentId !== null || uploadId === null || offset === 0 || (await ownOnly())) return ofItem(parentId)
  return ofItem(await uploads.parentOf(own, uploadId))
}

/** The error of a call with a whole file, whose form part is `file` (D44): an error of the field `chunk` names `file`. */
const aboutFile = (error: unknown): unknown =>
  error instanceof AppError ? error.withFields((field) => (field === 'chunk' ? 'file' : field)) : error

/** Receives a chunk or a whole file, as a form or raw (D9, D44), for any scope. */
export const receiveChunk = async (
  uploads: Uploads,
  blobs: BlobStore,
  callerScope: Scope,
  request: FastifyRequest,
  { authorizeChunk = (chunk) => chunk, maxFileBytes = null, single = false, finder }: ReceiveOptions = {},
): Promise<UploadOutcome> => {
  const { raw } = request
  let scope = callerScope
  const stopCheck = enforceMinThroughput(raw)
  let form: UploadForm | null = null
  let chunk: ChunkRequest | null = null
  try {
    // A form is spooled before its fields are known, so callers without permission are rejected first (A29).
    allow(scope, 'upload')
    if (isForm(request)) {
      const scopes = async () => (finder ? finder.all() : [callerScope])
      const length = announcedLength(raw)
      const arriving = { network: networkOf(request.ip), length, maxFileBytes, scopes }
      form = await receiveForm(raw, blobs, await uploads.admitForm(scope, arriving))
    }
    const discarded = single ? null : (form?.discarded ?? null)
    if (form?.rejection && !discarded) throw form.rejection
    const fields = form?.fields ?? (request.query as Record<string, unknown>)
    const read = single ? parseSingleUpload(fields, form?.body.partName ?? null) : parseChunkRequest(fields)
    if (finder) scope = await scopeOfChunk(uploads, finder, read)
    chunk = await authorizeChunk({ ...read, network: networkOf(request.ip) })
    if (discarded) return await uploads.repeatedChunk(scope, chunk, discarded)
    return await uploads.chunk(scope, chunk, form?.body ?? rawBody(raw))
  } catch (error) {
    const fields = form?.fields ?? (request.query as Record<string, unknown>)
    const partName = form?.body.partName ?? null
    if (single) throw aboutFile(error)
    await uploads.cancellation.releaseRejected(scope, error, { fields, request: chunk, partName })
    throw error
  } finally {
    await form?.end()
    stopCheck()
  }
}

/** A stored file as its uploader sees it: whoever uploads to another account may edit there. */
const presentStored = ({ principal }: FastifyRequest, { row }: StoredFile) =>
  presentItem(row, principal && principal.userId !== row.owner_id ? { access: 'editor' } : {})

/** Receives the small files of a bundle. A rejected file does not affect the others. */
const receiveBundle = async ({ uploads, blobs, scopes }: UploadRoutesDeps, request: FastifyRequest, head: number) => {
  const { raw } = request
  const finder = scopes.finder(request)
  const stopCheck = enforceMinThroughput(raw)
  const check = (bytes: number) => {
    if (bytes > head + maxBundleBytes) throw storageErrors.fail('size-mismatch')
  }
  let spooled: SpooledBody | null = null
  let ended: (() => void) | null = null
  try {
    ended = uploads.inFlight.addSpooled(finder.own, networkOf(request.ip))
    const options = { check, maxInMemoryBytes: head + maxBundleBytes, disposable: true }
    spooled = await SpooledBody.receive(rawBody(raw).pieces, blobs, options)
    const files = readBundle(await spooled.bytes(), head)
    return await Promise.all(
      files.map(async ({ fields, bytes }) => {
        const whole = SpooledBody.of(bytes, blobs)
        const body = { pieces: whole.pieces(), length: bytes.length, partName: null, disposable: false, spooled: whole }
        let scope = finder.own
        try {
          const chunk = parseChunkRequest(fields)
          scope = await finder.ofItem(chunk.parentId)
          const outcome = await uploads.chunk(scope, chunk, body)
          return { status: 201, data: presentStored(request, storedFile(outcome)) }
        } catch (error) {
          await uploads.cancellation.releaseRejected(scope, error, { fields, request: null, partName: null })
          return request.explain(error)
        }
      }),
    )
  } finally {
    stopCheck()
    try {
      await spooled?.end()
    } finally {
      ended?.()
    }
  }
}

interface UploadRoutesDeps {
  uploads: Uploads
  conflicts: UploadConflicts
  blobs: BlobStore
  scopes: RequestScopes
  trash: Pick<Trash, 'remove'>
}

export const registerUploads = (app: FastifyInstance, deps: UploadRoutesDeps): void => {
  const { uploads, conflicts, blobs, scopes, trash } = deps
  const receive = (request: FastifyRequest, options: ReceiveOptions = {}) => {
    const finder = scopes.finder(request)
    return receiveChunk(uploads, blobs, finder.own, request, { ...options, finder })
  }
  /** Scope of an upload of the caller. */
  const scopeOf = async (request: FastifyRequest, uploadId: string): Promise<Scope> => {
    const { own, ofItem, ownOnly } = scopes.finder(request)
    return (await ownOnly()) ? own : ofItem(await uploads.parentOf(own, uploadId))
  }
  serve(app, uploadFile, async (_call, request) => {
    const outcome = await receive(request, { single: true })
    return { data: presentStored(request, storedFile(outcome)) }
  })
  serve(app, uploadChunk, async (_call, request, reply) => {
    const outcome = await receive(request)
    if (outcome.kind === 'part') {
      reply.status(200)
      return presentUploadState(outcome)
    }
    reply.status(201)
    return { data: presentStored(request, outcome) }
  })
  serve(app, uploadBundle, async ({ query }, request) => ({
    files: await receiveBundle(deps, request, query.head),
  }))
  serve(app, uploadState, async ({ params }, request) =>
    presentUploadState(await uploads.state(await scopeOf(request, params.upload_id), params.upload_id)),
  )
  serve(app, discardUpload, async ({ params, query }, request) => {
    const scope = await scopeOf(request, params.upload_id)
    const removeFile = (file: ItemRef) => trash.remove(scope, { items: [file], force_delete: true })
    await uploads.cancellation.discard(scope, params.upload_id, query.with_file && removeFile)
  })
  serve(app, checkConflicts, async ({ body }, request) => ({
    conflicts: await conflicts.find(await scopes.ofItem(request, body.parent_id), body.parent_id ?? null, body.paths),
  }))
}
