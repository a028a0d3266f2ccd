import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BlobStore, networkOf, serve } from '../../../platform/index.ts'
import { checkConflicts, discardUpload, uploadBundle, uploadChunk, uploadState } from '../../contract.ts'
import { allow } from '../item.policy.ts'
import { presentItem } from '../item.resource.ts'
import type { Scope } from '../scope.ts'
import type { UploadConflicts } from '../services/upload-conflicts.ts'
import type { UploadOutcome, Uploads } from '../services/uploads.ts'
import { collect, once, rawBody, watchPace } from '../uploads/body.ts'
import { mostBundled, readBundle } from '../uploads/bundle.ts'
import { type ChunkRequest, readFields } from '../uploads/fields.ts'
import { readForm } from '../uploads/multipart.ts'
import { requestScope } from './scope.ts'

type Part = Extract<UploadOutcome, { kind: 'part' }>
type File = Extract<UploadOutcome, { kind: 'file' }>

/** Where an upload of several chunks stands. */
export const presentPart = (outcome: UploadOutcome) => {
  const { id, offset, finished, expiresAt } = outcome as Part
  return {
    data: { id, type: 'upload', attributes: { offset, finished, expires_at: expiresAt.toISOString() } },
  }
}

const isForm = (request: FastifyRequest) => /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')

/** Takes a chunk in either form of the call (API.md D9), for whatever scope the caller has; `amend` adds its terms, `most` bounds a file. */
export const receiveChunk = async (
  uploads: Uploads,
  blobs: BlobStore,
  scope: Scope,
  request: FastifyRequest,
  amend: (chunk: ChunkRequest) => Promise<ChunkRequest> | ChunkRequest = (chunk) => chunk,
  most: number | null = null,
): Promise<UploadOutcome> => {
  const { raw } = request
  const stop = watchPace(raw)
  try {
    // A form is put aside before it is read: never for callers who may not upload (A29).
    allow(scope, 'upload')
    const read = (fields: unknown) => amend({ ...readFields(fields), network: networkOf(request.ip) })
    if (!isForm(request)) return await uploads.chunk(scope, await read(request.query), rawBody(raw))
    const form = await readForm(raw, blobs, await uploads.formLimit(scope, most))
    try {
      return await uploads.chunk(scope, await read(form.fields), form.body)
    } finally {
      await form.end()
    }
  } finally {
    stop()
  }
}

/** Takes small files that come in one request; one that is refused is no matter of the others. */
const receiveBundle = async (uploads: Uploads, request: FastifyRequest, head: number) => {
  const { raw } = request
  const scope = requestScope(request)
  const stop = watchPace(raw)
  try {
    allow(scope, 'upload')
    const files = readBundle(await collect(rawBody(raw).pieces, head + mostBundled), head)
    return await Promise.all(
      files.map(async ({ fields, bytes }) => {
        const body = { pieces: once(bytes), length: bytes.length, partName: null, disposable: false }
        try {
          const outcome = await uploads.chunk(scope, readFields(fields), body)
          return { status: 201, data: presentItem((outcome as File).row) }
        } catch (error) {
          return request.explain(error)
        }
      }),
    )
  } finally {
    stop()
  }
}

export interface UploadRoutesDeps {
  uploads: Uploads
  conflicts: UploadConflicts
  blobs: BlobStore
}

export const registerUploads = (app: FastifyInstance, { uploads, conflicts, blobs }: UploadRoutesDeps): void => {
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
    files: await receiveBundle(uploads, request, query.head),
  }))
  serve(app, uploadState, async ({ params }, request) =>
    presentPart(await uploads.state(requestScope(request), params.upload_id)),
  )
  serve(app, discardUpload, async ({ params }, request) => {
    await uploads.discard(requestScope(request), params.upload_id)
    return undefined as never
  })
  serve(app, checkConflicts, async ({ body }, request) => ({
    conflicts: await conflicts.find(requestScope(request), body.parent_id ?? null, body.paths),
  }))
}
