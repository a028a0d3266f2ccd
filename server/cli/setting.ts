import { type SettingName, settingDefaults } from '../../modules/platform/index.ts'
import { UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const isSetting = (name: string): name is SettingName => Object.hasOwn(settingDefaults, name)

/** `setting <name> [value]`: shows or changes one; a running server follows within a second. */
export const setting = async ([name, value]: readonly string[]): Promise<void> => {
  if (!name || !isSetting(name)) throw new UsageError(`setting is one of ${Object.keys(settingDefaults).join(', ')}`)
  if (name === 'setup_wizard_success') throw new UsageError('use the command setup')
  await withApp(async ({ platform }) => {
    if (value !== undefined) {
      await platform.settings.set({ [name]: value })
      await platform.audit({ actorId: null, action: 'settings.changed', target: name })
    }
    console.log(await platform.settings.get(name))
  })
}
