import type { Db, Tx } from '../../../platform/index.ts'
import { type ArchiveInput, lockRunning, type OperationRow } from '../../operations/index.ts'
import { checkName } from '../../tree/contract.ts'
import { type Entitlements, type Folders, type Scope, storageErrors } from '../../tree/index.ts'
import { reservesFullSize } from '../../uploads/index.ts'
import type { ExtractionGrants } from './entry-store.ts'
import type { ArchiveMeasure } from './measure-archive.ts'

interface BeginDeps {
  db: Db
  folders: Folders
  entitlements: Entitlements
  grants: Pick<ExtractionGrants, 'lockPermission'>
  countItems(ownerId: string, items: number, tx: Tx): Promise<unknown>
}

/** `Takeout.zip` → `Takeout`; `...zip` stays what it is. */
const folderNameFor = (archive: string): string => {
  const name = archive.replace(/\.zip$/i, '').trim()
  return 'problem' in checkName(name) ? archive : name
}

/**
 * Creates the folder of a measured archive and reserves its bytes, both or neither; a member of a team folder reserves nothing
 * (A28), because the owner could not see or end that: their files take from the quota what they have when they are stored. Null
 * when the operation was ended. 401, 404, 422 below 64 levels, 423 where the owner of the folder has no room, 429 for more folders
 * than are left for this day, 507.
 */
export const beginExtraction = async (
  { db, folders, entitlements, grants, countItems }: BeginDeps,
  { id }: OperationRow,
  scope: Scope,
  { items, bytes, unlisted }: ArchiveMeasure,
): Promise<OperationRow | null> => {
  await folders.allowCreation(scope)
  const { allowed, limit } = await entitlements.canUpload(scope.ownerId, bytes)
  if (!allowed) throw storageErrors.fail('upload-restricted')
  return db.transaction(async (tx) => {
    const op = await lockRunning(tx, id)
    if (!op || op.prepared) return op
    const { name, parentId } = op.input.archive as ArchiveInput
    const locked = { ...scope, lockPermission: () => grants.lockPermission(tx, scope) }
    await locked.lockPermission()
    if (unlisted > 0) await countItems(scope.ownerId, unlisted, tx)
    const folder = await folders.createIn(tx, locked, { name: folderNameFor(name), parent_id: parentId })
    await tx.query('insert into operation_items (operation_id, from_id, to_id) values ($1, $2, $3)', [
      id,
      folder,
      parentId,
    ])
    await tx.query('insert into usage (user_id) values ($1) on conflict do nothing', [scope.ownerId])
    const reserved = reservesFullSize(scope) ? bytes : 0
    const withRoom = await tx.query(
      `update usage set reserved_bytes = reserved_bytes + $4 where user_id = $1
       and ($3::bigint is null or used_bytes + reserved_bytes + $2 <= $3) returning 1`,
      [scope.ownerId, bytes, limit, reserved],
    )
    if (withRoom.length === 0) throw storageErrors.fail('quota-exceeded')
    const [begun] = await tx.query<OperationRow>(
      `update operations set prepared = true, target_folder_id = $2, total = $3, reserved_bytes = $4, updated_at = now()
       where id = $1 returning *`,
      [id, folder, items, reserved],
    )
    return begun ?? null
  })
}
