import { call } from '../../web/ui.ts'
import { type BulkAction, changeUsers, maxBulkUsers } from '../contract.ts'

/**
 * Applies an action to any number of accounts, in batches; `onProgress` gets the number done. Resolves to the number
 * changed.
 */
export const changeInBatches = async (
  action: BulkAction,
  ids: readonly string[],
  reason: string | undefined,
  onProgress: (done: number) => void,
): Promise<number> => {
  let changed = 0
  for (let from = 0; from < ids.length; from += maxBulkUsers) {
    const batch = ids.slice(from, from + maxBulkUsers)
    const { data } = await call(changeUsers, { body: { action, ids: batch, ...(reason ? { reason } : {}) } })
    changed += data.changed
    onProgress(from + batch.length)
  }
  return changed
}
