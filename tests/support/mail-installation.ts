import { loadConfig } from '../../modules/platform/server/config.ts'
import { createPlatform, type Platform } from '../../modules/platform/server/platform.ts'
import { platformSettings } from '../../modules/platform/server/settings/platform-settings.ts'
import { testDatabase } from './database.ts'
import { type Teardown, testFolder } from './folders.ts'

/** An email to this recipient. */
export const testMail = (to: string) => ({ to, locale: 'en', subject: 'Hello', lines: ['The code is 123456.'] })

/** Starts processes of one installation that send emails to `url`. */
export const mailInstallation = async (t: Teardown, url: string) => {
  const db = await testDatabase(t)
  const config = loadConfig({
    DATA_DIR: testFolder(t),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    NODE_ENV: 'production',
    MAIL_URL: url,
  })
  return async (): Promise<Platform> => {
    const platform = await createPlatform({ config, databaseUrl: db.url, entities: [], settings: platformSettings })
    t.teardown(() => platform.close())
    return platform
  }
}
