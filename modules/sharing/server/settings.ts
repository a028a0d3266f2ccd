import { setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

export const sharingSettings = {
  share_log_addresses: setting({
    type: settingTypes.choice(['short', 'full', 'none']),
    default: 'short',
    effect: 'how much of visitors’ IP addresses the access logs of links keep; short: the network only',
    public: null,
  }),
  share_log_retention_days: setting({
    type: settingTypes.wholeNumber({ min: 0, max: 36_500, unit: 'days', note: '0 = unlimited' }),
    default: 365,
    effect: 'how long the access logs of links keep who opened and downloaded what',
    public: null,
  }),
}

type Values = ValuesOf<typeof sharingSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
}
