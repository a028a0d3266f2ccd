import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileMetadata } from '../../tree/index.ts'
import { type ByteRange, hasDateCondition, planResponse } from './conditional-request.ts'
import { disposition } from './disposition.ts'
import { type Files, rejectDamaged } from './files.ts'
import { contentHeadersOf, type Disposition, sandbox } from './media.ts'
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

type ResponseHeaders = Record<string, string | number>

/** Headers of a response that is written directly to the socket. */
export const rawHeaders = (reply: FastifyReply, headers: ResponseHeaders): ResponseHeaders => ({
  ...(reply.getHeaders() as ResponseHeaders),
  ...sandbox,
  ...headers,
})

const headersOf = (file: FileMetadata, wanted: Disposition): ResponseHeaders => {
  const { contentType, kind } = contentHeadersOf(file.mediaType, wanted)
  return {
    'content-type': contentType,
    'content-disposition': disposition(kind, file.name),
    'cache-control': 'private, no-cache',
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
  wanted: Disposition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const file = await deps.files.find(caller.scope, id)
  const named = caller.name === undefined ? file : { ...file, name: caller.name }
  return sendStoredFile(deps, caller, named, wanted, request, reply)
}

/** As `sendFile`, for a file whose metadata is known. */
export const sendStoredFile = async (
  { files, traffic, nginx }: SendFileDeps,
  { scope, begin, shownTime }: Pick<Caller, 'scope' | 'begin' | 'shownTime'>,
  file: FileMetadata,
  wanted: Disposition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const plan = planResponse(request, { etag: file.etag, lastModified: file.storedAt, size: file.size })
  const { status, part } = plan
  // Before `begin`, which counts a download.
  if (status !== 304) rejectDamaged(file)
  const shown = shownTime && { 'last-modified': shownTime.toUTCString() }
  const headersToSend: ResponseHeaders = { ...headersOf(file, wanted), ...plan.headers, ...shown }
  const { raw } = reply
  if (!plan.sendsBody) {
    reply.hijack()
    raw.writeHead(status, rawHeaders(reply, headersToSend))
    raw.end()
    return reply
  }
  const length = part.end - part.start + 1
  const finish = await begin?.({ itemId: file.id, etag: file.etag, name: file.name, size: file.size, length })
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
    const piece = content.subarray(part.start, part.end + 1)
    // A client that has disconnected receives nothing; a client that disconnects from now on may have received everything.
    if (raw.destroyed) finish?.(0)
    else raw.once('close', () => onSent(piece.length))
    raw.writeHead(status, rawHeaders(reply, headersToSend))
    raw.end(piece)
    return reply
  }
  // nginx compares dates with the one that is shown, which senders choose.
  const isHandedOver = !shownTime || !hasDateCondition(request.headers)
  const delegated = isHandedOver && nginx?.handOver(request, file.key, { length, onSent })
  if (delegated) {
    blob.release()
    // Where the connection to nginx was lost before the end of the headers, nginx will report nothing.
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
