import type { FastifyReply } from 'fastify'
import type { OperationRow } from '../../operations/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import type { Scope } from '../../tree/index.ts'
import { checkMatch, type DavCall, depthOf, destinationOf, parentIdOf, permit, removalOf } from './call.ts'
import { DavError } from './dav-error.ts'
import { isWithin } from './dav-path.ts'
import { copyProperties } from './dead-properties.ts'
import { removeLocks } from './lock-table.ts'
import type { Touched } from './locks.ts'
import { type DavItem, type FreeName, requireItemAt } from './resources.ts'

/** Time in which a large copy is waited for; then it goes on, and the answer is 202. */
const maxWaitMs = 45_000
const checkEveryMs = 250

const refOf = ({ entry: { id, isFolder } }: DavItem): ItemRef => ({ id, type: isFolder ? 'folder' : 'file' })

interface Transfer {
  source: DavItem
  target: DavItem | FreeName
  to: string | null
  name: string
  /** The item that has the name in the target folder. */
  over: ItemRef | null
}

/** Source and target of a call. 412 where the target exists and `Overwrite` is `F`, 403 for items of another owner. */
const readTransfer = async (call: DavCall): Promise<Transfer> => {
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
    over: target.kind === 'item' ? refOf(target) : null,
  }
}

const touchedBy = ({ target }: Transfer): Touched[] =>
  target.kind === 'item' ? removalOf(target) : [{ resource: target, change: 'members' }]

const answered = (reply: FastifyReply, { over }: Transfer): FastifyReply => reply.status(over ? 204 : 201).send()

/** Moves or renames an item. What had the name goes to the trash, in the same transaction. */
export const move = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply } = call
  const transfer = await readTransfer(call)
  const { source, to, name, over } = transfer
  if (source.isListed) throw new DavError(403)
  if (depthOf(request) !== 'infinity' && source.entry.isFolder) throw new DavError(400)
  const ended = await permit(call, [...removalOf(source), ...touchedBy(transfer)])
  await services.relocation.relocate(source.scope, refOf(source), { to, name, over })
  await removeLocks(services.db, ended)
  return answered(reply, transfer)
}

/** Waits for a copy in the background. False: it goes on. Throws where it has failed. */
const isDone = async ({ services }: DavCall, scope: Scope, { id }: OperationRow): Promise<boolean> => {
  for (const startedAt = performance.now(); performance.now() - startedAt < maxWaitMs; ) {
    const { state } = await services.operations.find(scope, id)
    if (state === 'done') return true
    if (state !== 'running') throw new DavError(state === 'cancelled' ? 409 : 500)
    await new Promise((resolve) => setTimeout(resolve, checkEveryMs))
  }
  return false
}

/** Removes a copy that was rejected. */
const discard = async (
  { services }: Pick<DavCall, 'services'>,
  { source }: Transfer,
  copied: ItemRef,
): Promise<void> => {
  await services.removals.remove(source.scope, { items: [{ ...copied, force_delete: true }] })
}

/** The operation that copies what is in a folder; null where that is done, or there is nothing. */
const copyContent = async ({ services }: DavCall, transfer: Transfer, folder: string): Promise<OperationRow | null> => {
  const { scope, entry } = transfer.source
  if (entry.children === 0) return null
  const selection = { view: 'files' as const, parent_id: entry.id, except: [] }
  try {
    const made = await services.copies.copy(scope, { selection }, folder)
    return 'items' in made ? null : made
  } catch (error) {
    await discard({ services }, transfer, { id: folder, type: 'folder' })
    throw error
  }
}

/** Makes the copy of a file, or a folder of the name into which the content of a folder is copied. */
const makeCopy = async (call: DavCall, transfer: Transfer) => {
  const { services, request } = call
  const { source, to, name } = transfer
  const { scope, entry } = source
  if (entry.isFolder) {
    const folder = await services.folders.create(scope, { name, parent_id: to, on_conflict: 'keep-both' })
    const isDeep = depthOf(request) !== '0'
    return { row: folder, operation: isDeep ? await copyContent(call, transfer, folder.id) : null }
  }
  const made = await services.copies.copy(scope, { items: [refOf(source)] }, to)
  const [row] = 'items' in made ? made.items : []
  if (!row) throw new DavError(500)
  return { row, operation: null }
}

/**
 * Copies an item. While something has the name, the copy has a numbered one: it takes its place when nothing can reject it any
 * more, and a copy that fails replaces nothing.
 */
export const copy = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply } = call
  if (depthOf(request) === '1') throw new DavError(400)
  const transfer = await readTransfer(call)
  const { source, name, over, to } = transfer
  const locks = await permit(call, touchedBy(transfer))
  const { row, operation } = await makeCopy(call, transfer)
  const ref: ItemRef = { id: row.id, type: row.is_folder ? 'folder' : 'file' }
  if (over || row.name !== name)
    await services.relocation.relocate(source.scope, ref, { to, name, over }).catch(async (error: unknown) => {
      await discard(call, transfer, ref)
      throw error
    })
  await removeLocks(services.db, locks)
  await copyProperties(services.db, source.entry.id, row.id)
  if (operation && !(await isDone(call, source.scope, operation)))
    return reply.status(202).header('location', `/api/operations/${operation.id}`).send()
  return answered(reply, transfer)
}
