import type { Settings } from '../../../platform/index.ts'

/** A longer history would show more names of long ago than it restores. */
const maxDays = 366

/** Days for which the history of items is kept: as long as the trash or versions are. */
export const historyDays = async (settings: Settings): Promise<number> => {
  const [trashDays, versionDays] = await Promise.all([
    settings.get('trash_retention_days'),
    settings.get('versions_retention_days'),
  ])
  return Math.min(maxDays, Math.max(trashDays === 0 ? maxDays : trashDays, versionDays))
}
