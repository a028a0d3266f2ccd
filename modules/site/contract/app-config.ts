import {
  array,
  boolean,
  endpoint,
  integer,
  nullable,
  number,
  object,
  oneOf,
  type Static,
  string,
} from '../../shared/contract.ts'

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
  /** JSON of the public legal pages: `[{id, title, slug, visibility: true}]`. */
  legal: string(),
})
export type AppConfig = Static<typeof AppConfig>

/** Values without a setting of their own: publishable parts of credentials, and whether there is anything to buy yet. */
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
