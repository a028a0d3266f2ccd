import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Tx } from '../../../platform/index.ts'
import { etagOf } from '../../tree/index.ts'
import { receiveWhole, type StoredFile } from '../../uploads/index.ts'
import { checkMatch, type DavCall, parentIdOf, permit, timeOfSeconds } from './call.ts'
import { DavError } from './dav-error.ts'
import { methodsOf } from './methods.ts'
import type { DavItem, FreeName, Resource } from './resources.ts'

/** A file, or a name that is free for one. 405 for a folder, 409 without a folder above it. */
export const requireFilePlace = (resource: Resource): DavItem | FreeName => {
  if (resource.kind === 'nowhere') throw new DavError(409)
  if (resource.kind === 'free' || (resource.kind === 'item' && !resource.entry.isFolder)) return resource
  throw new DavError(405, null, { headers: { allow: methodsOf(resource) } })
}

const sha256Of = (checksum: unknown): string | null =>
  typeof checksum === 'string' ? (/^SHA-?256:([0-9a-f]{64})$/i.exec(checksum)?.[1] ?? null) : null

const etagSql = 'select b.sha256 from items i join blobs b on b.id = i.blob_id where i.id = $1'

export interface Stored {
  file: StoredFile
  /** A file of this name has been replaced. */
  isReplaced: boolean
}

/**
 * Stores a body under the name that the URL of the call has; null: an empty one. The conditions of the call are checked again when
 * it is stored.
 */
export const storeBody = async (
  call: DavCall,
  target: DavItem | FreeName,
  body: IncomingMessage | null,
): Promise<Stored> => {
  const { services, request, path } = call
  const { headers } = request
  let isReplaced = false
  const checkReplaced = async (tx: Tx, existing: { id: string } | null) => {
    isReplaced = existing !== null
    const [row] = existing ? await tx.query<{ sha256: Buffer }>(etagSql, [existing.id]) : []
    checkMatch(request, isReplaced, row ? etagOf(row.sha256) : null)
  }
  const modifiedAt = timeOfSeconds(headers['x-oc-mtime'] as string | undefined)
  const file = await receiveWhole(services.uploads, target.scope, body, {
    // A collection may list the file's folder under another name, but never the file.
    name: path.at(-1) as string,
    parentId: parentIdOf(target, target.kind === 'free'),
    modifiedAt,
    sha256: sha256Of(headers['oc-checksum']),
    checkReplaced,
  })
  return { file, isReplaced }
}

/** Stores a file: streamed, of known length or not, in place of one of this name, whose content stays as a version. */
export const put = async (call: DavCall): Promise<FastifyReply> => {
  const { request, reply, resource } = call
  // A part of a file must not replace it (RFC 9110 §14.4).
  if (request.headers['content-range'] !== undefined) throw new DavError(400)
  const target = requireFilePlace(resource)
  const etag = target.kind === 'item' ? target.entry.etag : null
  checkMatch(request, target.kind === 'item', etag)
  await permit(call, [{ resource: target, change: target.kind === 'item' ? 'content' : 'members' }])
  const { file, isReplaced } = await storeBody(call, target, request.raw)
  const { sha256, modified_at } = file.row
  if (sha256) reply.header('etag', etagOf(sha256))
  if (request.headers['x-oc-mtime'] !== undefined && modified_at) reply.header('x-oc-mtime', 'accepted')
  return reply.status(isReplaced ? 204 : 201).send()
}
