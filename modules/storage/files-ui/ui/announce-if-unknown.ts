import { isOutcomeUnknown } from '../../../shared/contract.ts'
import { emitInThisTab } from '../../../web/ui.ts'
import { itemsChanged } from '../../tree/contract.ts'

/** After a failed change: makes the tab's screens read the stored state again, when only the response may have been lost. */
export const announceIfUnknown = (error: unknown): void => {
  if (isOutcomeUnknown(error)) emitInThisTab(itemsChanged, { parent_id: null, everything: true })
}
