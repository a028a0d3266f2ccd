import { brandingSettings, checkBackupUrl, type Platform, SettingError } from '../../modules/platform/index.ts'

/**
 * Rejects values that are well-formed but would not work, as administrators' pages do. Throws `SettingError`, and
 * `storage-…` for an object store that cannot be used for backups.
 */
export const checkSetting = async (
  { i18n, languages }: Pick<Platform, 'i18n' | 'languages'>,
  key: string,
  value: string,
): Promise<void> => {
  if (key === 'language') {
    await languages.refresh()
    if (!i18n.locales.includes(value))
      throw new SettingError(key, `the installation has no language ${value}; it has ${i18n.locales.join(', ')}`)
  }
  if ((brandingSettings as readonly string[]).includes(key) && value !== '')
    throw new SettingError(key, `${key}: images are uploaded by administrators’ pages; an empty value removes one`)
  if (key === 'backup_url') await checkBackupUrl(value)
}
