import { type PublicOf, setting, settingTypes, type ValuesOf } from '../../platform/index.ts'

const { flag } = settingTypes

export const usersSettings = {
  registration: setting({
    type: flag,
    default: true,
    effect: 'whether people may sign up by themselves',
    public: (userRegistration) => ({ userRegistration }),
  }),
  block_disposable_email: setting({
    type: flag,
    default: true,
    effect: 'whether sign-up rejects email addresses of providers of disposable mail',
    public: null,
  }),
  user_verification: setting({
    type: flag,
    default: false,
    effect: 'whether new accounts must confirm their email address before they can sign in',
    public: (userVerification) => ({ userVerification }),
  }),
}

type Values = ValuesOf<typeof usersSettings>
type Fields = PublicOf<typeof usersSettings>

declare module '../../platform/server/settings/settings.ts' {
  interface SettingValues extends Values {}
  interface PublicConfig extends Fields {}
}
