import type { FastifyReply } from 'fastify'
import type { OperationRow } from '../../operations/index.ts'
import type { ItemRef } from '../../tree/contract.ts'
import { type ItemRow, rejectBlacklistedName, requireItem, type Scope } from '../../tree/index.ts'
import { type DavCall, depthOf, permit } from './call.ts'
import { DavError } from './dav-error.ts'
import { copyProperties, moveProperties } from './dead-properties.ts'
import { removeLocks } from './lock-table.ts'
import { answered, checkOf, davItemRef, readTransfer, type Transfer, touchedBy } from './transfer.ts'

/** Time in which a large copy is waited for; then it goes on, and the answer is 202. */
const maxWaitMs = 45_000
const checkEveryMs = 250

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

/** Makes an empty folder with the name of the copy, or a numbered one, and the looks. It counts as an item without bytes. */
const copyOfFolder = async ({ services }: DavCall, { source, to, name }: Transfer): Promise<ItemRow> => {
  const { scope, entry } = source
  const { db, folders } = services
  await folders.allowCreation(scope)
  return db.transaction(async (tx) => {
    const { color, emoji } = (await requireItem(tx, scope, entry.id)).item
    const id = await folders.createIn(tx, scope, { name, parent_id: to, color, emoji, on_conflict: 'keep-both' })
    await services.countEmpty(scope.ownerId, tx)
    return (await requireItem(tx, scope, id)).item
  })
}

/** Makes the copy of a file, or a folder of the name into which the content of a folder is copied. */
const makeCopy = async (call: DavCall, transfer: Transfer) => {
  const { services, request } = call
  const { source, to } = transfer
  const { scope, entry } = source
  if (entry.isFolder) {
    const folder = await copyOfFolder(call, transfer)
    const isDeep = depthOf(request) !== '0'
    return { row: folder, operation: isDeep ? await copyContent(call, transfer, folder.id) : null }
  }
  const made = await services.copies.copy(scope, { items: [davItemRef(source)] }, to)
  const [row] = 'items' in made ? made.items : []
  if (!row) throw new DavError(500)
  return { row, operation: null }
}

/**
 * Copies an item. While something has the name, the copy has a numbered one: it takes its place when nothing can reject it any
 * more, and a copy that fails replaces nothing. Only one that goes on after the answer takes it before its end.
 */
export const copy = async (call: DavCall): Promise<FastifyReply> => {
  const { services, request, reply } = call
  if (depthOf(request) === '1') throw new DavError(400)
  const transfer = await readTransfer(call)
  const { source, name, over, to } = transfer
  const touched = touchedBy(transfer)
  const locks = await permit(call, touched)
  if (!source.entry.isFolder)
    rejectBlacklistedName(await services.platform.settings.get('mimetypes_blacklist'), name, null, 'name')
  const { row, operation } = await makeCopy(call, transfer)
  const ref: ItemRef = { id: row.id, type: row.is_folder ? 'folder' : 'file' }
  const checkReplaced = checkOf(call, transfer, touched)
  const { maxVersions: versions } = await services.versions.limits()
  const destination = { to, name, versions, checkReplaced, onReplaced: moveProperties }
  const finish = async (): Promise<boolean> => {
    await copyProperties(services.db, source.entry.id, row.id)
    const isComplete = !operation || (await isDone(call, source.scope, operation))
    if (over || row.name !== name) await services.relocation.relocate(source.scope, ref, destination)
    return isComplete
  }
  const isComplete = await finish().catch(async (error: unknown) => {
    await discard(call, transfer, ref)
    throw error
  })
  await removeLocks(services.db, locks)
  if (operation && !isComplete) return reply.status(202).header('location', `/api/operations/${operation.id}`).send()
  return answered(reply, transfer)
}
