import { reencryptPlatform } from '../modules/platform/index.ts'
import { reencryptTokens } from '../modules/sharing/index.ts'
import { reencryptSecrets } from '../modules/users/index.ts'
import { settingDefinitions } from './settings.ts'

/** All data that is stored encrypted with a key derived from APP_KEY. */
export const encryptedData = [reencryptPlatform(settingDefinitions), reencryptSecrets, reencryptTokens]
