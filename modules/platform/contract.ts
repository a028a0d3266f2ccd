export { live, ping, ready } from './contract/health.ts'
export { authorizeChannel, openSocket } from './contract/realtime.ts'

/**
 * What the server puts at pages' disposal. Modules add their services by augmenting `PageServices`;
 * pages import no server code but types, so no second copy of a service ends up in the SSR bundle.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface PageServices {}

export type ThemeMode = 'light' | 'dark' | 'system'

/** The signed-in person, as every page may know them. */
export interface PageUser {
  id: string
  name: string
  email: string
  role: 'user' | 'admin'
  avatar: { xs: string; sm: string; md: string } | null
  color: string
  timezone: string | null
  emojiType: 'twemoji' | 'native'
  /** i18n key of why the account is restricted; null when it is not. */
  restriction: string | null
}

/** The part of the app's configuration a page needs at once; the whole of it is `GET /api/config`. */
export interface PageSettings {
  name: string
  description: string
  color: string
  locale: string
  locales: string[]
  /** Names the texts of this locale: `/translations/{locale}?v={messagesVersion}`. */
  messagesVersion: string
  allowHomepage: boolean
  userRegistration: boolean
}
