import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileMetadata } from '../../tree/index.ts'
import { storageErrors } from '../../tree/index.ts'
import { type ByteRange, isFresh, rangeAllowed, readRange } from './conditional-request.ts'
import { disposition } from './disposition.ts'
import type { Files } from './files.ts'
import { deliveryOf, sandbox } from './media.ts'
import type { NginxSender } from './nginx-sender.ts'
import { sendBlob } from './send.ts'
import type { Caller } from './token-auth.ts'
import type { Traffic } from './traffic.ts'

export interface SendFileDeps {
  files: Files
  traffic: Traffic
  /** Sends the content in place of this process; null: none does. */
  nginx: NginxSender | null
}

export type Headers = Record<string, string | number>

/** Headers of a response that is written directly to the socket. */
export const rawHeaders = (reply: FastifyReply, own: Headers): Headers => ({
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
 * Sends a file within the caller's scope. Writes directly to the socket: the framework's reply would copy the bytes, which
 * `sendBlob` does not.
 */
export const sendFile = async (
  deps: SendFileDeps,
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

/** As `sendFile`, for a file whose metadata is known. */
export const sendStoredFile = async (
  { files, traffic, nginx }: SendFileDeps,
  { scope, begin }: Pick<Caller, 'scope' | 'begin'>,
  file: FileMetadata,
  download: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { headers, method } = request
  const validators = { etag: file.etag, lastModified: file.storedAt }
  const headersToSend = headersOf(file, download)
  const { raw } = reply
  const respond = (status: number, length: number | null) => {
    reply.hijack()
    raw.writeHead(
      status,
      rawHeaders(reply, length === null ? headersToSend : { ...headersToSend, 'content-length': length }),
    )
    raw.end()
    return reply
  }
  if (isFresh(headers, validators)) return respond(304, null)
  if (method === 'HEAD') return respond(200, file.size)
  const range = rangeAllowed(headers, validators) ? readRange(headers.range, file.size) : null
  if (range === 'unsatisfiable') {
    const failed = { 'content-range': `bytes */${file.size}`, 'accept-ranges': 'bytes' }
    throw storageErrors.fail('range-not-satisfiable', { headers: failed })
  }
  const part = range ?? { start: 0, end: file.size - 1 }
  if (range) headersToSend['content-range'] = `bytes ${part.start}-${part.end}/${file.size}`
  headersToSend['content-length'] = part.end - part.start + 1
  const status = range ? 206 : 200
  const finish = await begin?.({
    itemId: file.id,
    name: file.name,
    size: file.size,
    length: part.end - part.start + 1,
  })
  const onSent = (bytes: number) => {
    traffic.downloaded(scope.ownerId, bytes)
    finish?.(bytes)
  }
  const { content, blob } = await contentOf(files, file, part).catch((error: unknown) => {
    finish?.(0)
    throw error
  })
  reply.hijack()
  if (content) {
    const piece = range ? content.subarray(part.start, part.end + 1) : content
    // A client that has disconnected receives nothing; one that disconnects now may have received all.
    if (raw.destroyed) finish?.(0)
    else raw.once('close', () => onSent(piece.length))
    raw.writeHead(status, rawHeaders(reply, headersToSend))
    raw.end(piece)
    return reply
  }
  const delegated = nginx?.handOver(request, file.key, { length: part.end - part.start + 1, onSent })
  if (delegated) {
    blob.release()
    // nginx has not received the headers, and will report nothing.
    raw.once('close', () => raw.writableFinished || delegated.cancel())
    const { 'accept-ranges': _, 'content-range': __, ...ofFile } = headersToSend
    raw.writeHead(200, rawHeaders(reply, { ...ofFile, ...delegated.headers }))
    raw.end()
    return reply
  }
  try {
    raw.writeHead(status, rawHeaders(reply, headersToSend))
    onSent(await sendBlob(raw, blob, part))
  } catch (error) {
    request.log.error({ err: error, item: file.id }, 'cannot send file')
    finish?.(0)
    raw.destroy()
  } finally {
    blob.release()
  }
  return reply
}

const contentOf = async (files: Files, file: FileMetadata, part: ByteRange) => {
  const content = await files.small(file)
  return content ? { content, blob: null } : { content: null, blob: await files.open(file, part) }
}
