import { compileRowReader } from '../../../platform/index.ts'
import { CategorySetting } from '../../contract.ts'
import type { NotificationSettings } from './notification-settings.ts'

const readSetting = compileRowReader(CategorySetting)

/** Imports an account's choice for each category from its export. What it has chosen here already stays. */
export const importNotificationSettings = async (
  settings: NotificationSettings,
  userId: string,
  rows: AsyncIterable<unknown>,
): Promise<void> => {
  for await (const row of rows) {
    const setting = readSetting(row)
    if (setting) await settings.setUnchosen(userId, setting)
  }
}
