import { isOutcomeUnknown } from '../../../../shared/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'

/** Extracts archives beside them, and imports exports of accounts. The operation shows its progress and tells its end. */
export const createExtract = ({ api, watch }: Pick<ChangesDeps, 'api' | 'watch'>, runner: ActionRunner) => {
  const extract = async (item: Item): Promise<void> => {
    try {
      watch(await api.extract(item.id))
    } catch (error) {
      // A retry after a lost response would extract twice.
      runner.showError(error, isOutcomeUnknown(error) ? undefined : () => void extract(item))
    }
  }
  const importExport = async (item: Item): Promise<void> => {
    try {
      watch(await api.importExport(item.id))
    } catch (error) {
      // Twice is harmless: what is there already is skipped.
      runner.showError(error, () => void importExport(item))
    }
  }
  return { extract, importExport }
}
