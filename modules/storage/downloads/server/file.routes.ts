import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serve } from '../../../platform/index.ts'
import { showThumbnail, wantThumbnails } from '../../previews/contract.ts'
import type { Thumbnails } from '../../previews/index.ts'
import type { FileMetadata, Scope } from '../../tree/index.ts'
import { requestScope, storageErrors } from '../../tree/index.ts'
import { downloadFile, downloadNamedFile } from '../contract.ts'
import { isFresh, rangeAllowed, readRange } from './conditional-request.ts'
import { disposition } from './disposition.ts'
import type { Files } from './files.ts'
import { deliveryOf, sandbox } from './media.ts'
import { sendBlob } from './send.ts'
import type { Caller, TokenAuthenticators } from './token-auth.ts'
import type { Traffic } from './traffic.ts'

export interface FileRoutesDeps {
  tokenAuthenticators: TokenAuthenticators
  files: Files
  traffic: Traffic
  thumbnails: Thumbnails
}

type Headers = Record<string, string | number>

const head = (reply: FastifyReply, own: Headers): Headers => ({
  ...(reply.getHeaders() as Headers),
  ...sandbox,
  ...own,
})

const headersOf = (file: FileMetadata, download: boolean): Headers => {
  const { contentType, kind } = deliveryOf(file.mediaType, download)
  return {
    'content-type': contentType,
    'content-disposition': disposition(kind, file.name),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': file.storedAt.toUTCString(),
  }
}

/**
 * Answers with a file the caller may read, for whatever scope. Written straight to the socket: the framework's reply
 * would copy what the loop of `sendBlob` does without copying.
 */
export const sendFile = async (
  deps: Pick<FileRoutesDeps, 'files' | 'traffic'>,
  caller: Caller,
  id: string,
  download: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const file = await deps.files.find(caller.scope, id)
  const named = caller.name === undefined ? file : { ...file, name: caller.name }
  return sendStoredFile(deps, caller, named, download, request, reply)
}

/** The same for bytes whose facts are known. */
export const sendStoredFile = async (
  { files, traffic }: Pick<FileRoutesDeps, 'files' | 'traffic'>,
  { scope, begin }: Pick<Caller, 'scope' | 'begin'>,
  file: FileMetadata,
  download: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { headers, method } = request
  const validators = { etag: file.etag, lastModified: file.storedAt }
  const answer = headersOf(file, download)
  const { raw } = reply
  const done = (status: number, length: number | null) => {
    reply.hijack()
    raw.writeHead(status, head(reply, length === null ? answer : { ...answer, 'content-length': length }))
    raw.end()
    return reply
  }
  if (isFresh(headers, validators)) return done(304, null)
  if (method === 'HEAD') return done(200, file.size)
  const range = rangeAllowed(headers, validators) ? readRange(headers.range, file.size) : null
  if (range === 'unsatisfiable') {
    const failed = { 'content-range': `bytes */${file.size}`, 'accept-ranges': 'bytes' }
    throw storageErrors.fail('range-not-satisfiable', { headers: failed })
  }
  const part = range ?? { start: 0, end: file.size - 1 }
  if (range) answer['content-range'] = `bytes ${part.start}-${part.end}/${file.size}`
  answer['content-length'] = part.end - part.start + 1
  const status = range ? 206 : 200
  const ended = await begin?.({
    itemId: file.id,
    name: file.name,
    size: file.size,
    length: part.end - part.start + 1,
  })
  const sent = (bytes: number) => {
    traffic.downloaded(scope.ownerId, bytes)
    ended?.(bytes)
  }
  const { content, blob } = await contentOf(files, file).catch((error: unknown) => {
    ended?.(0)
    throw error
  })
  reply.hijack()
  if (content) {
    const piece = range ? content.subarray(part.start, part.end + 1) : content
    // A reader who is gone already gets nothing; one who goes now may have got all of it.
    if (raw.destroyed) ended?.(0)
    else raw.once('close', () => sent(piece.length))
    raw.writeHead(status, head(reply, answer))
    raw.end(piece)
    return reply
  }
  try {
    raw.writeHead(status, head(reply, answer))
    sent(await sendBlob(raw, blob, part))
  } catch (error) {
    request.log.error({ err: error, item: file.id }, 'download broken off')
    ended?.(0)
    raw.destroy()
  } finally {
    blob.release()
  }
  return reply
}

const contentOf = async (files: Files, file: FileMetadata) => {
  const content = await files.small(file)
  return content ? { content, blob: null } : { content: null, blob: await files.open(file) }
}

const yes = (given: string | undefined) => given !== undefined && given !== '0' && given !== 'false'

interface FileQuery {
  download?: string
  trashed?: string
}

/** A file to whoever the request says it is for. */
const answerFile = async (
  deps: FileRoutesDeps,
  id: string,
  query: FileQuery,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<undefined> => {
  const caller = await deps.tokenAuthenticators.caller(request, reply)
  if (yes(query.trashed)) {
    const file = await deps.files.findTrashed(caller.scope, id)
    await sendStoredFile(deps, caller, file, true, request, reply)
  } else await sendFile(deps, caller, id, yes(query.download), request, reply)
  return undefined
}

export const registerFiles = (app: FastifyInstance, deps: FileRoutesDeps): void => {
  serve(app, downloadFile, ({ params, query }, request, reply) => answerFile(deps, params.id, query, request, reply))
  serve(app, downloadNamedFile, ({ params, query }, request, reply) =>
    answerFile(deps, params.id, query, request, reply),
  )
  serve(app, showThumbnail, async ({ params, query }, request, reply) => {
    const { scope, keeps } = await deps.tokenAuthenticators.caller(request, reply)
    await sendThumbnail(deps, scope, params, keeps && query.v !== undefined, request, reply)
    return undefined
  })
  serve(app, wantThumbnails, async ({ body }, request) => ({
    data: await deps.thumbnails.want(requestScope(request), body.ids),
  }))
}

/** A preview, kept by the browser for a year where its address names the bytes. */
export const sendThumbnail = async (
  { files }: Pick<FileRoutesDeps, 'files'>,
  scope: Scope,
  { id, size }: { id: string; size: 'xs' | 'sm' | 'lg' | 'xl' },
  versioned: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const { file, content } = await files.thumbnail(scope, id, size)
  const etag = `"${file.etag.slice(1, -1)}-${content.length.toString(36)}"`
  const answer = head(reply, {
    'content-type': 'image/webp',
    'cache-control': versioned ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-disposition': 'inline',
    etag,
  })
  const fresh = isFresh(request.headers, { etag, lastModified: file.storedAt })
  reply.hijack()
  reply.raw.writeHead(fresh ? 304 : 200, fresh ? answer : { ...answer, 'content-length': content.length })
  reply.raw.end(fresh || request.method === 'HEAD' ? undefined : content)
}
