import {
  array,
  boolean,
  content,
  endpoint,
  integer,
  notModified,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  redirect,
  type Static,
  string,
} from '../shared/contract.ts'
import { appearancePath } from '../web/contract.ts'

export { maxMessageLength, sendContactMessage, submitContactForm } from './contract/contact.ts'
export {
  getPublicSettings,
  type HomepageSection,
  type HomepageText,
  homepageSections,
  homepageTexts,
} from './contract/homepage.ts'
export { getPage, PageResource, type PageSlug, pageSlugs } from './contract/pages.ts'
export type { PlanOffer } from './contract/plan-offer.ts'
export { type ApiCall, type ApiCallName, type ApiGroup, type ApiReference, showOpenApi } from './contract/reference.ts'

/** The configuration of the app, flat. Sizes in bytes, 0 = unlimited; nothing secret. */
export const AppConfig = object({
  host: string(),
  api: string(),
  locale: string(),
  locales: array(string()),
  /** Version of the texts under `/translations/{locale}?v=`. */
  messagesVersion: string(),
  app_name: string(),
  app_description: string(),
  app_color: string(),
  /** Paths of uploaded images. */
  app_logo: nullable(string()),
  app_logo_dark: nullable(string()),
  app_logo_horizontal: nullable(string()),
  app_logo_horizontal_dark: nullable(string()),
  app_favicon: nullable(string()),
  app_touch_icon: nullable(string()),
  app_og_image: nullable(string()),
  app_footer: nullable(string()),
  installation: oneOf(['installation-needed', 'installation-done']),
  isAuthenticated: boolean(),
  isDev: boolean(),
  isDemo: boolean(),
  allowHomepage: boolean(),
  userRegistration: boolean(),
  userVerification: boolean(),
  subscriptionType: oneOf(['none', 'fixed', 'metered']),
  /** Whether people can pay for subscriptions and balances. */
  allowedPayments: boolean(),
  /** Whether accounts have a limit. */
  storageLimit: boolean(),
  /** Gigabytes of a new account. */
  storageDefaultSpace: integer(),
  storageDefaultSpaceFormatted: string(),
  teamsDefaultMembers: integer(),
  uploadLimit: integer(),
  uploadLimitFormatted: nullable(string()),
  chunkSize: integer(),
  /** Comma list of extensions and media types. */
  mimetypesBlacklist: string(),
  defaultThemeMode: oneOf(['dark', 'light', 'system']),
  defaultEmoji: oneOf(['twemoji', 'native']),
  /** `native`: the WebSocket `/ws` of this host. */
  broadcasting: nullable(string()),
  broadcastingHost: nullable(string()),
  allowed_payments: boolean(),
  isStripe: boolean(),
  /** Publishable, as the other two: browsers send it to the gateway. */
  stripe_public_key: nullable(string()),
  stripe_payment_description: nullable(string()),
  isPayPal: boolean(),
  isPayPalLive: boolean(),
  paypal_client_id: nullable(string()),
  paypal_payment_description: nullable(string()),
  isPaystack: boolean(),
  paystack_public_key: nullable(string()),
  paystack_payment_description: nullable(string()),
  isEmptyPlans: boolean(),
  isEmptyTransactions: boolean(),
  isEmptySubscriptions: boolean(),
  isCreatedMeteredPlan: boolean(),
  meteredPlanId: nullable(string()),
  allowed_registration_bonus: boolean(),
  /** Major units of the currency of balances. */
  registration_bonus_amount: number(),
  allowedFacebookLogin: boolean(),
  isFacebookLoginConfigured: boolean(),
  allowedGoogleLogin: boolean(),
  isGoogleLoginConfigured: boolean(),
  allowedGithubLogin: boolean(),
  isGithubLoginConfigured: boolean(),
  allowedRecaptcha: boolean(),
  isRecaptchaConfigured: boolean(),
  recaptcha_client_id: nullable(string()),
  allowedAdsense: boolean(),
  adsenseClientId: nullable(string()),
  adsenseBanner01: nullable(string()),
  adsenseBanner02: nullable(string()),
  adsenseBanner03: nullable(string()),
  googleAnalytics: nullable(string()),
  /** JSON of the public legal pages: `[{id, title, slug}]`. */
  legal: string(),
})
export type AppConfig = Static<typeof AppConfig>

/** What is not in a setting of its own: publishable parts of credentials, and whether there is anything yet. */
export type BillingConfig = Pick<
  AppConfig,
  | 'stripe_public_key'
  | 'paypal_client_id'
  | 'isPayPalLive'
  | 'paystack_public_key'
  | 'isCreatedMeteredPlan'
  | 'meteredPlanId'
  | 'isEmptyPlans'
  | 'isEmptyTransactions'
  | 'isEmptySubscriptions'
>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Read the public configuration',
  access: 'public',
  beforeSetup: true,
  response: { 200: AppConfig },
  errors: [],
})

/** Flat: key → text (D37). With `v` equal to the version of the texts, the response is immutable. */
export const getTranslations = endpoint({
  method: 'GET',
  path: '/translations/:locale',
  summary: 'Read the texts of a language',
  access: 'public',
  params: object({ locale: string({ maxLength: 40 }) }),
  query: object({ v: optional(string({ maxLength: 40 })) }),
  beforeSetup: true,
  response: { 200: record(string(), string()), 304: notModified },
  errors: [],
})

/** Sets language or theme of this browser, or hides the cookie notice, from a form without scripts; redirects to `back`, a path of this server. */
export const setAppearance = endpoint({
  method: 'POST',
  path: appearancePath,
  summary: 'Choose language or theme by a form',
  access: 'public',
  // Changes the appearance only; requests of other sites are rejected by `Sec-Fetch-Site`.
  csrf: false,
  body: object({
    theme: optional(oneOf(['light', 'dark', 'system'])),
    locale: optional(string({ maxLength: 40 })),
    /** `reset`: it is shown again. */
    notice: optional(oneOf(['dismissed', 'accepted', 'declined', 'reset'])),
    back: optional(string({ maxLength: 2_000 })),
  }),
  bodyKind: 'form',
  response: { 303: redirect },
  errors: ['platform.cross-site'],
})

const publicFile = <Path extends string>(path: Path, mediaType: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: 'public',
    response: { 200: content(mediaType, ['cache-control']) },
    errors: ['platform.not-found'],
  })

/** `file`: name of a logo or an icon, as in the configuration and the web app manifest. */
export const showBrandingImage = endpoint({
  method: 'GET',
  path: '/branding/:file',
  summary: 'Download a logo or an icon of the installation',
  access: 'public',
  params: object({ file: string({ maxLength: 80 }) }),
  beforeSetup: true,
  response: { 200: content('*/*', ['cache-control']) },
  errors: ['platform.not-found'],
})

/** Files that browsers and crawlers request at fixed paths. */
export const publicFiles = {
  favicon: {
    ...publicFile('/favicon.svg', 'image/svg+xml', 'Download the icon of the installation'),
    beforeSetup: true,
  },
  /** iOS requests it when a page is put on the home screen. */
  touchIcon: {
    ...publicFile('/apple-touch-icon.png', 'image/png', 'Download the icon for home screens'),
    beforeSetup: true,
  },
  manifest: {
    ...publicFile('/manifest.webmanifest', 'application/manifest+json', 'Read the web app manifest'),
    beforeSetup: true,
  },
  robots: { ...publicFile('/robots.txt', 'text/plain', 'Read the rules for crawlers'), beforeSetup: true },
  sitemap: publicFile('/sitemap.xml', 'application/xml', 'Read the list of public pages'),
  security: publicFile('/.well-known/security.txt', 'text/plain', 'Read the security contact'),
} as const
