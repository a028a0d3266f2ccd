/** A section of the account pages, for the search. */
interface SettingsSection {
  /** The element's id on its page. */
  id: string
  labelKey: string
  /** Further search words, separated by spaces. */
  wordsKey: string
  href: string
}

export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'address',
    labelKey: 'users:profile.address.title',
    wordsKey: 'users:settingsWords.address',
    href: '/user/profile#address',
  },
  {
    id: 'appearance',
    labelKey: 'users:profile.appearance.title',
    wordsKey: 'users:settingsWords.appearance',
    href: '/user/profile#appearance',
  },
  {
    id: 'email',
    labelKey: 'users:profile.email.title',
    wordsKey: 'users:settingsWords.email',
    href: '/user/profile#email',
  },
  {
    id: 'delete-account',
    labelKey: 'users:profile.deletion.title',
    wordsKey: 'users:settingsWords.deletion',
    href: '/user/profile#delete-account',
  },
  {
    id: 'region',
    labelKey: 'users:profile.region.title',
    wordsKey: 'users:settingsWords.region',
    href: '/user/profile#region',
  },
  {
    id: 'password',
    labelKey: 'users:security.password.title',
    wordsKey: 'users:settingsWords.password',
    href: '/user/settings/password#password',
  },
  {
    id: 'two-factor',
    labelKey: 'users:security.twoFactor.title',
    wordsKey: 'users:settingsWords.twoFactor',
    href: '/user/settings/password#two-factor',
  },
  {
    id: 'passkeys',
    labelKey: 'users:security.passkeys.title',
    wordsKey: 'users:settingsWords.passkeys',
    href: '/user/settings/password#passkeys',
  },
  {
    id: 'sessions',
    labelKey: 'users:security.sessions.title',
    wordsKey: 'users:settingsWords.sessions',
    href: '/user/settings/password#sessions',
  },
  {
    id: 'tokens',
    labelKey: 'users:security.tokens.title',
    wordsKey: 'users:settingsWords.tokens',
    href: '/user/settings/password#tokens',
  },
  {
    id: 'network-drive',
    labelKey: 'users:security.drive.title',
    wordsKey: 'users:settingsWords.drive',
    href: '/user/settings/password#network-drive',
  },
]
