import { billingSettings } from '../modules/billing/index.ts'
import { installerSettings } from '../modules/installer/index.ts'
import { collectSettings, platformSettings } from '../modules/platform/index.ts'
import { sharingSettings } from '../modules/sharing/index.ts'
import { siteSettings } from '../modules/site/index.ts'
import { storageSettings } from '../modules/storage/index.ts'
import { usersSettings } from '../modules/users/index.ts'

/** Every setting of the product; each is declared by the module that owns it. */
export const settingDefinitions = collectSettings(
  platformSettings,
  installerSettings,
  usersSettings,
  siteSettings,
  storageSettings,
  sharingSettings,
  billingSettings,
)
