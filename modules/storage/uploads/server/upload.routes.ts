import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BlobStore, networkOf, serve } from '../../../platform/index.ts'
import type { Scope } from '../../tree/index.ts'
import { allow, presentItem, requestScope, storageErrors } from '../../tree/index.ts'
import { checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadFile, uploadState } from '../contract.ts'
import { mostBundled, readBundle } from './bundle.ts'
import { type Form, readForm } from './multipart.ts'
import { type ChunkRequest, readFields, readSingle } from './parse-chunk-request.ts'
import { rawBody, watchPace } from './request-body.ts'
import { Spooled } from './spool.ts'
import type { UploadConflicts } from './upload-conflicts.ts'
import type { StoredFile, UploadOutcome, Uploads } from './uploads.ts'

type Part = Extract<UploadOutcome, { kind: 'part' }>

/** Where an upload of several chunks stands. */
export const presentPart = (outcome: UploadOutcome) => {
  const { id, offset, finished, expiresAt } = outcome as Part
  return {
    data: { id, type: 'upload', attributes: { offset, finished, expires_at: expiresAt.toISOString() } },
  }
}

const isForm = (request: FastifyRequest) => /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

export interface ReceiveOptions {
  /** Adds the terms of the caller's way in. */
  amend?: (chunk: ChunkRequest) => Promise<ChunkRequest> | ChunkRequest
  /** Bytes of a file at most; null: as the setting says. */
  most?: number | null
  /** The call brings a whole file (API.md D44), not a chunk. */
  single?: boolean
}

/** Takes a chunk or a whole file, in either form of the call (API.md D9, D44), for whatever scope the caller has. */
export const receiveChunk = async (
  uploads: Uploads,
  blobs: BlobStore,
  scope: Scope,
  request: FastifyRequest,
  { amend = (chunk) => chunk, most = null, single = false }: ReceiveOptions = {},
): Promise<UploadOutcome> => {
  const { raw } = request
  const stop = watchPace(raw)
  let form: Form | null = null
  let chunk: ChunkRequest | null = null
  try {
    // A form is spooled before it is read: never for callers who may not upload (A29).
    allow(scope, 'upload')
    if (isForm(request)) form = await readForm(raw, blobs, await uploads.formLimit(scope, most))
    if (form?.refusal) throw form.refusal
    const fields = form?.fields ?? (request.query as Record<string, unknown>)
    const read = single ? readSingle(fields, form?.body.partName ?? null) : readFields(fields)
    chunk = await amend({ ...read, network: networkOf(request.ip) })
    return await uploads.chunk(scope, chunk, form?.body ?? rawBody(raw))
  } catch (error) {
    const fields = form?.fields ?? (request.query as Record<string, unknown>)
    const partName = form?.body.partName ?? null
    if (!single) await uploads.ends.releaseRefused(scope, error, { fields, request: chunk, partName })
    throw error
  } finally {
    await form?.end()
    stop()
  }
}

/** Takes small files that come in one request; one that is refused is no matter of the others. */
const receiveBundle = async (uploads: Uploads, blobs: BlobStore, request: FastifyRequest, head: number) => {
  const { raw } = request
  const scope = requestScope(request)
  const stop = watchPace(raw)
  const check = (bytes: number) => {
    if (bytes > head + mostBundled) throw storageErrors.fail('too-many-bytes')
  }
  let spooled: Spooled | null = null
  try {
    allow(scope, 'upload')
    const options = { check, maxInMemoryBytes: head + mostBundled, disposable: true }
    spooled = await Spooled.receive(rawBody(raw).pieces, blobs, options)
    const files = readBundle(await spooled.bytes(), head)
    return await Promise.all(
      files.map(async ({ fields, bytes }) => {
        const whole = Spooled.of(bytes, blobs)
        const body = { pieces: whole.pieces(), length: bytes.length, partName: null, disposable: false, spooled: whole }
        try {
          const outcome = await uploads.chunk(scope, readFields(fields), body)
          return { status: 201, data: presentItem((outcome as StoredFile).row) }
        } catch (error) {
          await uploads.ends.releaseRefused(scope, error, { fields, request: null, partName: null })
          return request.explain(error)
        }
      }),
    )
  } finally {
    await spooled?.end()
    stop()
  }
}

export interface UploadRoutesDeps {
  uploads: Uploads
  conflicts: UploadConflicts
  blobs: BlobStore
}

export const registerUploads = (app: FastifyInstance, { uploads, conflicts, blobs }: UploadRoutesDeps): void => {
  serve(app, uploadFile, async (_call, request) => {
    const outcome = await receiveChunk(uploads, blobs, requestScope(request), request, { single: true })
    return { data: presentItem((outcome as StoredFile).row) }
  })
  serve(app, uploadChunk, async (_call, request, reply) => {
    const outcome = await receiveChunk(uploads, blobs, requestScope(request), request)
    if (outcome.kind === 'part') {
      reply.status(200)
      return presentPart(outcome)
    }
    reply.status(201)
    return { data: presentItem(outcome.row) }
  })
  serve(app, uploadBundle, async ({ query }, request) => ({
    files: await receiveBundle(uploads, blobs, request, query.head),
  }))
  serve(app, uploadState, async ({ params }, request) =>
    presentPart(await uploads.state(requestScope(request), params.upload_id)),
  )
  serve(app, discardUpload, async ({ params }, request) => {
    await uploads.ends.discard(requestScope(request), params.upload_id)
    return undefined as never
  })
  serve(app, checkConflicts, async ({ body }, request) => ({
    conflicts: await conflicts.find(requestScope(request), body.parent_id ?? null, body.paths),
  }))
}
