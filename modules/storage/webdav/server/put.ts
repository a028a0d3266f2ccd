import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Db, Tx } from '../../../platform/index.ts'
import { etagOf, findNamed } from '../../tree/index.ts'
import { receiveWhole, type StoredFile } from '../../uploads/index.ts'
import { checkMatch, type DavCall, parentIdOf, permit, timeOfSeconds } from './call.ts'
import { DavError } from './dav-error.ts'
import { copyProperties } from './dead-properties.ts'
import { moveLocks } from './lock-table.ts'
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

const etagAt = (target: DavItem | FreeName) => (target.kind === 'item' ? target.entry.etag : null)

/** Gives what clients keep of a file to the one that has its name now. */
const inherit = async (db: Db, from: string, to: string): Promise<void> => {
  await moveLocks(db, from, to)
  await copyProperties(db, from, to)
}

const etagSql = 'select b.sha256 from items i join blobs b on b.id = i.blob_id where i.id = $1'

export interface Stored {
  file: StoredFile
  /** A file of this name has been replaced. */
  isReplaced: boolean
}

/**
 * Stores a body under the name that the URL of the call has; null: an empty one, where the name is still free. Conditions and locks
 * are checked again in the transaction that stores it, minutes after the call began. 405 where something else has the name.
 */
export const storeBody = async (
  call: DavCall,
  target: DavItem | FreeName,
  body: IncomingMessage | null,
): Promise<Stored> => {
  const { services, request, path } = call
  const { headers } = request
  const { scope } = target
  // A collection may list the file's folder under another name, but never the file.
  const name = path.at(-1) as string
  const parentId = parentIdOf(target, target.kind === 'free')
  let replacedId: string | null = null
  const checkReplaced = async (tx: Tx, existing: { id: string } | null, size: number) => {
    replacedId = existing?.id ?? null
    const [row] = existing ? await tx.query<{ sha256: Buffer }>(etagSql, [existing.id]) : []
    const etag = row ? etagOf(row.sha256) : null
    checkMatch(request, existing !== null, etag)
    // Its ETags were compared with the content that the file had when the call began.
    if (headers.if?.includes('[') && etag !== etagAt(target)) throw new DavError(412)
    const other = body === null ? existing : null
    if (other ?? (existing ? null : await findNamed(tx, parentId ?? scope.ownerId, name))) throw new DavError(405)
    const above = target.kind === 'free' ? target.ids : target.ids.slice(1)
    const resource = { ...target, ids: existing ? [existing.id, ...above] : above }
    await permit(call, [{ resource, change: 'content' }], tx)
    if (size === 0) await services.countEmpty(scope.ownerId, tx)
  }
  const modifiedAt = timeOfSeconds(headers['x-oc-mtime'] as string | undefined)
  const file = await receiveWhole(services.uploads, scope, body, {
    name,
    parentId,
    modifiedAt,
    sha256: sha256Of(headers['oc-checksum']),
    checkReplaced,
  })
  // The content that had the name is in the trash (D21).
  if (replacedId !== null && replacedId !== file.row.id) await inherit(services.db, replacedId, file.row.id)
  return { file, isReplaced: replacedId !== null }
}

/** Stores a file: streamed, of known length or not, in place of one of this name, whose content stays as a version. */
export const put = async (call: DavCall): Promise<FastifyReply> => {
  const { request, reply, resource } = call
  // A part of a file must not replace it (RFC 9110 §14.4).
  if (request.headers['content-range'] !== undefined) throw new DavError(400)
  const target = requireFilePlace(resource)
  checkMatch(request, target.kind === 'item', etagAt(target))
  await permit(call, [{ resource: target, change: target.kind === 'item' ? 'content' : 'members' }])
  const { file, isReplaced } = await storeBody(call, target, request.raw)
  const { sha256, modified_at } = file.row
  if (sha256) reply.header('etag', etagOf(sha256))
  if (request.headers['x-oc-mtime'] !== undefined && modified_at) reply.header('x-oc-mtime', 'accepted')
  return reply.status(isReplaced ? 204 : 201).send()
}
