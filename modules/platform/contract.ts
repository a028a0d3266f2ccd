export { live, ping, ready } from './contract/health.ts'
export { type MailDriver, mailDrivers, mailServices } from './contract/mail-drivers.ts'
export { authorizeChannel, openSocket } from './contract/realtime.ts'
export {
  isStorageDriver,
  type StorageChoice,
  type StorageDriver,
  s3ProviderOf,
  storageDrivers,
} from './contract/s3-providers.ts'

/**
 * The server's services that pages can use. Modules add theirs by augmenting `PageServices`; pages import only types of
 * server code, so that the SSR bundle contains no second copy of a service.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it by augmentation
export interface PageServices {}

export type ThemeMode = 'light' | 'dark' | 'system'

/** The signed-in user, as all pages receive them. */
export interface PageUser {
  id: string
  name: string
  email: string
  role: 'user' | 'admin'
  avatar: { xs: string; sm: string; md: string } | null
  color: string
  timezone: string | null
  emojiType: 'twemoji' | 'native'
  /** i18n key of the reason why the account is restricted; null when it is not. */
  restriction: string | null
  /** i18n key of what the user has to do before anything is denied; null: nothing. */
  notice: string | null
  /** Whether accounts are billed, or this one still has a plan or a bill from before: else there is no billing page. */
  billed: boolean
  /** Estimated cost of the running period, formatted; null unless the account is metered. */
  usageCost: string | null
}

/** Google's services that the installation uses, each only for people who accepted cookies. */
export interface ThirdParty {
  /** Measurement ID of Google Analytics. */
  analytics?: string
  /** Ad units by their place: `files`, `pages` (public ones), `home`. */
  ads?: { client: string; slots: Readonly<Record<string, string>> }
}

/** An image of the installation: path of its file and size in px. */
export interface BrandingImage {
  src: string
  width: number
  height: number
}

/** The part of the configuration that every page contains; `GET /api/config` returns all of it. */
export interface PageSettings {
  /** Which build of the product made the page; missing in development. */
  build?: string
  name: string
  description: string
  color: string
  /** Uploaded logos and icons, by the name of their setting (`app_logo`); only those that are set. */
  images: Readonly<Record<string, BrandingImage | undefined>>
  locale: string
  locales: string[]
  /** Names that administrators gave to languages; others have their own name. */
  languageNames: Readonly<Record<string, string>>
  /** Version of this locale's texts: `/translations/{locale}?v={messagesVersion}`. */
  messagesVersion: string
  allowHomepage: boolean
  userRegistration: boolean
  /** Missing without any. */
  thirdParty?: ThirdParty
  /** Titles of the legal pages that visitors may read, by their slug (`/page/{slug}`); missing before the setup. */
  legalPages?: Readonly<Record<string, string>>
  /** This browser has not answered the cookie notice. */
  cookieNotice?: true
}
