import { setting, settingTypes, type ValuesOf } from '../../../platform/index.ts'

/** Settings of backups. Each change needs the password: it can delete existing backups or send the next ones elsewhere. */
export const maintenanceSettings = {
  backup_folder: setting({
    type: settingTypes.folderPath,
    default: '',
    effect: 'folder on the server for scheduled backups, on another disk than DATA_DIR',
    public: null,
    confirm: true,
  }),
  backup_url: setting({
    type: settingTypes.objectStore,
    default: '',
    effect: 'object store for scheduled backups, instead of the folder',
    public: null,
    secret: true,
  }),
  backup_interval_hours: setting({
    type: settingTypes.wholeNumber({ min: 1, max: 8_760, unit: 'hours' }),
    default: 24,
    effect: 'time between two scheduled backups',
    public: null,
    confirm: true,
  }),
  backup_keep: setting({
    type: settingTypes.wholeNumber({ min: 1, max: 1_000, unit: 'backups' }),
    default: 14,
    effect: 'how many scheduled backups are kept',
    public: null,
    confirm: true,
  }),
}

type Values = ValuesOf<typeof maintenanceSettings>

declare module '../../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
}
