export type { AuditAction } from './contract/audit-actions.ts'
export { ping, showLiveness, showReadiness } from './contract/health.ts'
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
  /** i18n key of the step that the user has to take before anything is denied; null: none. */
  notice: string | null
  /** Whether the account has a billing page: accounts are billed, or it still has a plan or a bill from before. */
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
  /** Id of the product's build that made the page; missing in development. */
  build?: string
  name: string
  description: string
  color: string
  /** Uploaded logos and icons, by the name of their setting (`app_logo`). Settings without an image are missing. */
  images: Readonly<Record<string, BrandingImage | undefined>>
  locale: string
  locales: string[]
  /** Names that administrators gave to languages; others have their own name. */
  languageNames: Readonly<Record<string, string>>
  /** Version of this locale's texts: `/translations/{locale}?v={messagesVersion}`. */
  messagesVersion: string
  allowHomepage: boolean
  userRegistration: boolean
  /** Missing where the installation uses no third-party service. */
  thirdParty?: ThirdParty
  /** Titles of the legal pages that visitors may read, by their slug (`/page/{slug}`); missing before the setup. */
  legalPages?: Readonly<Record<string, string>>
  /** True until this browser has answered the cookie notice. */
  cookieNotice?: true
}
