import type { FastifyReply } from 'fastify'
import { hasBody } from '../../../platform/index.ts'
import { findNamed, lockNames } from '../../tree/index.ts'
import { checkMatch, type DavCall, depthOf, parentIdOf, permit, removalOf } from './call.ts'
import { DavError } from './dav-error.ts'
import { removeLocks } from './lock-table.ts'
import { methodsOf } from './methods.ts'
import { requireItemAt } from './resources.ts'

/** Creates a folder. 405 where something has the name, 409 without a folder above it, 415 for a body. */
export const mkcol = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply, resource } = call
  if (hasBody(request.raw)) throw new DavError(415)
  if (resource.kind === 'nowhere') throw new DavError(409)
  if (resource.kind !== 'free') throw new DavError(405, null, { headers: { allow: methodsOf(resource) } })
  const { scope, name } = resource
  const { db, folders } = services
  const parent = parentIdOf(resource, true)
  await folders.allowCreation(scope)
  await db.transaction(async (tx) => {
    await scope.lockPermission?.(tx)
    await lockNames(tx, scope.ownerId)
    await permit(call, [{ resource, change: 'members' }], tx)
    // One of several calls for a name creates it.
    if (await findNamed(tx, parent ?? scope.ownerId, name)) throw new DavError(405)
    await services.countEmpty(scope.ownerId, tx)
    await folders.createIn(tx, scope, { name, parent_id: parent })
  })
  return reply.status(201).send()
}

/** Moves an item to the trash. */
export const remove = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply } = call
  const item = requireItemAt(call.resource)
  const { scope, entry, isListed } = item
  if (isListed) throw new DavError(403)
  if (entry.isFolder && depthOf(request) !== 'infinity') throw new DavError(400)
  checkMatch(request, true, entry.etag)
  const ended = await permit(call, removalOf(item))
  const input = { items: [{ id: entry.id, type: entry.isFolder ? 'folder' : 'file' }] }
  await services.removals.remove(scope, input, async (tx) => {
    await lockNames(tx, scope.ownerId)
    await permit(call, removalOf(item), tx)
  })
  await removeLocks(services.db, ended)
  return reply.status(204).send()
}
