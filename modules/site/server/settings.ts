import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

const { flag, line } = settingTypes

export const siteSettings = {
  app_description: setting({
    type: line({ min: 0, max: 500 }),
    default: '',
    effect: 'description of the installation for its home page and search engines',
    public: (app_description) => ({ app_description }),
  }),
  allow_homepage: setting({
    type: flag,
    default: true,
    effect: 'whether there is a public home page; without it `/` leads to sign-in',
    public: (allowHomepage) => ({ allowHomepage }),
  }),
}

type Values = ValuesOf<typeof siteSettings>
type Fields = PublicOf<typeof siteSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
