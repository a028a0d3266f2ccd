import { AppError, compileCheck } from '../../../platform/index.ts'
import { CategorySetting } from '../../contract.ts'
import type { NotificationSettings } from './notification-settings.ts'

const check = compileCheck(CategorySetting, 'body')

const settingOf = (row: unknown): CategorySetting | null => {
  try {
    return check(row) as CategorySetting
  } catch (error) {
    // A category of another version, or a forged one.
    if (error instanceof AppError) return null
    throw error
  }
}

/** Imports an account's choice for each category from its export. What it has chosen here already stays. */
export const importNotificationSettings = async (
  settings: NotificationSettings,
  userId: string,
  rows: AsyncIterable<unknown>,
): Promise<void> => {
  for await (const row of rows) {
    const setting = settingOf(row)
    if (setting) await settings.setUnchosen(userId, setting)
  }
}
