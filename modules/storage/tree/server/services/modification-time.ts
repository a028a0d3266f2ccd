import type { Tx } from '../../../../platform/index.ts'
import { storageErrors } from '../errors.ts'
import { allow } from '../item.policy.ts'
import type { Scope } from '../scope.ts'
import { requireItem } from './find-item.ts'

/**
 * Sets when the content of a file was last changed, as uploads do by `mtime`; of a folder, when it was. Call it after
 * `lockPermission`. 404 outside the scope, 403 without permission. Resolves with the parent folder; null: the owner's root.
 */
export const setModificationTime = async (tx: Tx, scope: Scope, id: string, time: Date): Promise<string | null> => {
  const { item } = await requireItem(tx, scope, id)
  allow(scope, 'rename', item)
  const changed = await tx.query(
    'update items set modified_at = $3 where id = $1 and owner_id = $2 and trashed_at is null returning id',
    [id, scope.ownerId, time],
  )
  if (changed.length === 0) throw storageErrors.fail('item-not-found')
  return item.parent_id
}
