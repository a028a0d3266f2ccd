import type { FastifyReply } from 'fastify'
import type { Tx } from '../../../platform/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import { isExcludedFromRoot, rejectBlacklistedName } from '../../tree/index.ts'
import { checkMatch, type DavCall, depthOf, destinationOf, parentIdOf, permit, removalOf } from './call.ts'
import { DavError } from './dav-error.ts'
import { isWithin } from './dav-path.ts'
import { moveProperties } from './dead-properties.ts'
import { removeLocks } from './lock-table.ts'
import type { Touched } from './locks.ts'
import { type DavItem, type FreeName, requireItemAt } from './resources.ts'

export const davItemRef = ({ entry: { id, isFolder } }: DavItem): ItemRef => ({
  id,
  type: isFolder ? 'folder' : 'file',
})

export interface Transfer {
  source: DavItem
  target: DavItem | FreeName
  to: string | null
  name: string
  /** The item that has the name in the target folder. */
  over: ItemRef | null
}

/** Source and target of a call. 412 where the target exists and `Overwrite` is `F`, 403 for items of another owner. */
export const readTransfer = async (call: DavCall): Promise<Transfer> => {
  const { services, actor, request } = call
  const source = requireItemAt(call.resource)
  const path = destinationOf(request, request.headers.destination as string | undefined)
  const target = await services.resources.find(actor, path)
  if (target.kind === 'nowhere') throw new DavError(409)
  if (target.kind !== 'free' && target.kind !== 'item') throw new DavError(403)
  // A folder above the source would be removed with it; a collection lists its folders where they are.
  if (target.kind === 'item' && (isWithin(source.path, path) || target.isListed)) throw new DavError(403)
  if (isWithin(path, source.path)) throw new DavError(403)
  const isSamePlace = target.scope.ownerId === source.scope.ownerId && target.scope.root === source.scope.root
  if (!isSamePlace || source.ids.some((id) => target.kind === 'item' && id === target.entry.id)) throw new DavError(403)
  checkMatch(request, true, source.entry.etag)
  const overwrites = String(request.headers.overwrite ?? 'T').toUpperCase() !== 'F'
  if (target.kind === 'item' && !overwrites) throw new DavError(412)
  return {
    source,
    target,
    to: parentIdOf(target, target.kind === 'free'),
    name: path.at(-1) as string,
    over: target.kind === 'item' ? davItemRef(target) : null,
  }
}

export const touchedBy = ({ target }: Transfer): Touched[] =>
  target.kind === 'item' ? removalOf(target) : [{ resource: target, change: 'members' }]

/** Rejects to replace what the caller did not ask for, and what has been locked since. */
export const checkOf =
  (call: DavCall, { over }: Transfer, touched: readonly Touched[]) =>
  async (tx: Tx, existing: ItemRef | null): Promise<void> => {
    if (existing && existing.id !== over?.id) throw new DavError(412)
    await permit(call, touched, tx)
  }

export const answered = (reply: FastifyReply, { over }: Transfer): FastifyReply => reply.status(over ? 204 : 201).send()

/** Moves or renames an item. A file that had the name goes on with the content of another file; all else goes to the trash. */
export const move = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply } = call
  const transfer = await readTransfer(call)
  const { source, to, name } = transfer
  if (source.isListed) throw new DavError(403)
  if (depthOf(request) !== 'infinity' && source.entry.isFolder) throw new DavError(400)
  // A file that is replaced keeps its name, which no upload might have.
  if (transfer.over?.type === 'file' && !source.entry.isFolder)
    rejectBlacklistedName(await services.platform.settings.get('mimetypes_blacklist'), name, null, 'name')
  const touched = [...removalOf(source), ...touchedBy(transfer)]
  const ended = await permit(call, touched)
  const checkTarget = checkOf(call, transfer, touched)
  const checkReplaced = async (tx: Tx, existing: ItemRef | null) => {
    // At the root it would be in a list alone: lost for who moved it.
    if (to === null && source.scope.root === null && (await isExcludedFromRoot(tx, source.entry.id)))
      throw new DavError(403)
    await checkTarget(tx, existing)
  }
  const { db, relocation, versions } = services
  const { maxVersions } = await versions.limits()
  const destination = { to, name, versions: maxVersions, checkReplaced, onReplaced: moveProperties }
  await relocation.relocate(source.scope, davItemRef(source), destination)
  await removeLocks(db, ended)
  return answered(reply, transfer)
}
