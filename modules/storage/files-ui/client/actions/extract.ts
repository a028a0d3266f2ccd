import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'

/** Extracts archives beside them. The operation shows its progress and tells its end. */
export const createExtract = ({ api, watch }: Pick<ChangesDeps, 'api' | 'watch'>, runner: ActionRunner) => {
  const extract = async (item: Item): Promise<void> => {
    try {
      watch(await api.extract(item.id))
    } catch (error) {
      // A retry after a lost response would extract twice.
      runner.showError(error, isOutcomeUnknown(error) ? undefined : () => void extract(item))
    }
  }
  return { extract }
}
