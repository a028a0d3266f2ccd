import { billingSettings } from '../modules/billing/index.ts'
import { installerSettings } from '../modules/installer/index.ts'
import { collectSettings, platformSettings } from '../modules/platform/index.ts'
import { sharingSettings } from '../modules/sharing/index.ts'
import { siteSettings } from '../modules/site/index.ts'
import { maintenanceSettings, storageSettings } from '../modules/storage/index.ts'
import { usersSettings } from '../modules/users/index.ts'

/** All settings; the module that owns a setting defines it. */
export const settingDefinitions = collectSettings(
  platformSettings,
  installerSettings,
  usersSettings,
  siteSettings,
  storageSettings,
  maintenanceSettings,
  sharingSettings,
  billingSettings,
)
