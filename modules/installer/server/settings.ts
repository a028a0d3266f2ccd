import { setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

export const installerSettings = {
  license: setting({
    type: settingTypes.line({ min: 0, max: 255 }),
    default: '',
    effect: 'purchase code of the installation; optional',
    public: null,
  }),
}

type Values = ValuesOf<typeof installerSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
}
